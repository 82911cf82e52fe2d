export const startMessages = {
  incomplete: 'This page could not be loaded completely.',
  again: 'Try again',
} as const;
