import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';

/** Toasts for errors that can happen on any screen. */
export const commonToasts = {
  unexpected: { kind: 'destructive', title: 'Error', message: UNEXPECTED_ERROR },
  /**
   * Part of the app could not be loaded: no network, or a deploy has replaced its file. Some browsers never try again.
   */
  codeMissing: {
    kind: 'destructive',
    title: 'Not loaded',
    message:
      'This part of the app could not be loaded. Please reload the page when you are online.',
  },
} as const;

export const copyMessages = { copy: 'Copy', copied: 'Copied' } as const;

/** Texts of components. */
export const componentMessages = {
  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Single-key shortcuts',
} as const;
