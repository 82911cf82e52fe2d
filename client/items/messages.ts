/** How fields and values are shown that are no text. */
export const fieldTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'None',
  choose: 'Please choose',
  optional: (label: string) => `${label} (optional)`,
} as const;
