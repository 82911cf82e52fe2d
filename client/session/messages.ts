import { clientErrors } from '#client/api-client/messages.ts';

export const sessionToasts = {
  /** Without a message: it shows that of the error. */
  signInFailed: { kind: 'destructive', title: 'Sign in failed' },
  expired: {
    kind: 'destructive',
    title: clientErrors.sessionExpired,
    message: 'Please sign in again.',
  },
} as const;
