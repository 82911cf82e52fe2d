/** Errors of a call that no server response explains. */
export const clientErrors = {
  network: 'Network error',
  sessionExpired: 'Session expired',
} as const;
