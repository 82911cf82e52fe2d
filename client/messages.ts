import { apiMessages, clientErrors } from '#shared/messages.ts';

/** Every toast of the app: a title and, where it has one, the sentence used unless the server supplied a better one. */
export const toasts = {
  loggedOut: { title: 'Logged out', message: 'You have been signed out.' },
  sessionExpired: {
    kind: 'destructive',
    title: clientErrors.sessionExpired,
    message: 'Please sign in again.',
  },
  unexpected: { kind: 'destructive', title: 'Error', message: apiMessages.unexpected },
  offline: { kind: 'destructive', title: 'Error', message: clientErrors.network },
  accountCreated: {
    title: 'Account created successfully!',
    message: 'Please check your email to confirm your account.',
  },
  passwordUpdated: {
    title: 'Password updated successfully',
    message: 'You can now sign in with your new password.',
  },
  signInFailed: {
    kind: 'destructive',
    title: 'Sign in failed',
    message: apiMessages.invalidCredentials,
  },
  passwordResetFailed: {
    kind: 'destructive',
    title: 'Password reset failed',
    message: 'Failed to send reset email.',
  },
  registrationFailed: {
    kind: 'destructive',
    title: 'Registration failed',
    message: 'Something went wrong. Please try again.',
  },
  invalidResetLink: {
    kind: 'destructive',
    title: 'Invalid Reset Link',
    message: apiMessages.invalidResetLink,
  },
  invalidSession: {
    kind: 'destructive',
    title: 'Invalid session',
    message: 'Please request a new password reset link.',
  },
  passwordUpdateFailed: {
    kind: 'destructive',
    title: 'Password update failed',
    message: apiMessages.unexpected,
  },
  accountDeleted: {
    title: 'Account deleted',
    message: 'Your notes and photos were deleted too.',
  },
  accountDeletionFailed: {
    kind: 'destructive',
    title: 'Deletion failed',
    message: apiMessages.unexpected,
  },
  profileUpdateFailed: {
    kind: 'destructive',
    title: 'Update Failed',
    message: apiMessages.unexpected,
  },
  notesLoadFailed: {
    kind: 'destructive',
    title: 'Error loading notes',
    message: 'Unable to load notes. Please check your connection.',
  },
  creationFailed: {
    kind: 'destructive',
    title: 'Creation failed',
    message: 'Failed to create note',
  },
  updateFailed: {
    kind: 'destructive',
    title: 'Update failed',
    message: 'Failed to update note',
  },
  deletionFailed: {
    kind: 'destructive',
    title: 'Deletion failed',
    message: 'Failed to delete note',
  },
  /** What to allow, and where, the device adds. */
  cameraPermissions: { kind: 'destructive', title: 'Camera permissions required' },
  cameraError: {
    kind: 'destructive',
    title: 'Camera error',
    message: 'The camera could not be opened. Please try again.',
  },
  selectionError: {
    kind: 'destructive',
    title: 'Selection error',
    message: 'The photo could not be opened. Please try another one.',
  },
} as const;

/** What the shell says on every screen. */
export const shellMessages = {
  loading: 'Loading...',
  imageFailed: 'Failed to load',
  skipToContent: 'Skip to content',
  crashTitle: 'Something went wrong',
  crashText: 'This page ran into a problem. Nothing you have saved is lost.',
  copyFailed: 'The browser did not allow copying.',
  tokenSpoiled: 'The stored token is now invalid: the next call will end the session.',
} as const;

/** What the installed app says about itself. */
export const pwaMessages = {
  offline: 'You are offline. What was loaded before is still here.',
  updateReady: 'A new version is ready.',
  updateNow: 'Update',
  updateLater: 'Later',
  install: 'Install app',
  installIosSteps: [
    'Tap the Share button of the browser.',
    'Choose "Add to Home Screen".',
    'Tap "Add".',
  ],
} as const;
