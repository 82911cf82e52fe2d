import { clientErrors } from '#client/api-client/messages.ts';

export const sessionToasts = {
  /** Has no message, because it shows the error message. */
  signInFailed: { kind: 'destructive', title: 'Sign in failed' },
  expired: {
    kind: 'destructive',
    title: clientErrors.sessionExpired,
    message: 'Please sign in again.',
  },
} as const;
