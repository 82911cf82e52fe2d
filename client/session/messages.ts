import { clientErrors } from '#client/api-client/messages.ts';

export const sessionToasts = {
  expired: {
    kind: 'destructive',
    title: clientErrors.sessionExpired,
    message: 'Please sign in again.',
  },
} as const;
