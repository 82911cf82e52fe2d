import { clientErrors } from '#client/api-client/messages.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';

/** Toasts for errors that can happen on any screen. */
export const commonToasts = {
  unexpected: { kind: 'destructive', title: 'Error', message: UNEXPECTED_ERROR },
  offline: { kind: 'destructive', title: 'Error', message: clientErrors.network },
} as const;

export const copyMessages = { copy: 'Copy', copied: 'Copied' } as const;

/** Text of components. */
export const componentMessages = {
  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Use shortcuts that are a single key',
} as const;
