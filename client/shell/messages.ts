export const shellToasts = {
  loggedOut: { title: 'Logged out', message: 'You have been signed out.' },
} as const;

export const shellMessages = {
  loading: 'Loading...',
  needsScript: 'This page needs JavaScript. Please turn it on in your browser, then reload.',
  skipToContent: 'Skip to content',
  crashTitle: 'Something went wrong',
  crashText: 'This page ran into a problem. Nothing you have saved is lost.',
  copyFailed: 'The browser did not allow copying.',
  tokenExpired: 'The stored token is now invalid: the next call will end the session.',
} as const;
