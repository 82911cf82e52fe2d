import { sessionToasts } from '#client/session/messages.ts';
import { PASSWORD_MIN_CHARACTERS, RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';
import { apiMessages } from '#shared/messages.ts';

/** Texts of the account screens. */
export const accountMessages = {
  signIn: { title: 'Welcome back', intro: 'Sign in to continue.' },
  checkEmail: 'Check your email',
  /** Shown in a tab where a user has just signed up. */
  firstSignIn: { title: 'One more step', intro: 'Confirm your email address, then sign in.' },
  rememberHint: 'Saves your password on this device. Leave this off on a shared device.',
  forgot: {
    title: 'Forgot your password?',
    intro: 'Enter your email address and we will send you a link to set a new password.',
  },
  resetSent: {
    intro: (email: string) =>
      `If there is an account for ${email}, a link to set a new password is on its way.`,
    help: `The link works once and expires after ${RECOVERY_LIFETIME_HOURS === 1 ? 'one hour' : `${RECOVERY_LIFETIME_HOURS} hours`}. If nothing arrives, check your spam folder.`,
  },
  signedUp: (email: string) =>
    `We sent an email to ${email}. Open the link in it to confirm your account.`,
  /** Does not reveal whether the address has an account or whether the account is confirmed. */
  confirmationSent: (email: string) =>
    `If the account still needs to be confirmed, a new link is on its way to ${email}. If nothing arrives in a minute or two, check your spam folder.`,
  signUp: {
    title: 'Create your account',
    intro: 'Enter your details. We will send you an email to confirm your address.',
  },
  passwordHint: `At least ${PASSWORD_MIN_CHARACTERS} characters`,
  confirming: { title: 'Confirming your email…', intro: 'This takes only a moment.' },
  confirmed: { title: 'You are all set' },
  confirmFailed: { title: 'That did not work' },
  newLink: 'Did the link expire? We can send you another one.',
  newPassword: {
    title: 'Choose a new password',
    intro: 'You will be signed out on all devices.',
  },
  passwordChanged: {
    title: 'Your new password is set',
    intro: 'You were signed out on every device. Taking you to the sign-in page…',
  },
  badLink: {
    title: 'This link does not work',
    intro: 'A reset link works once and expires soon, and a newer link replaces an older one.',
    redirecting: 'Taking you to the sign-in page…',
  },
  deleteAccount: {
    title: 'Delete your account?',
    description:
      'Everything you stored will be deleted too, on every device, and cannot be restored. Enter your password to continue.',
  },
  profile: { title: 'User Profile', intro: 'Your name, and the email address you sign in with.' },
  yourData:
    'Download everything you stored as a ZIP file, or add an earlier export to this account.',
  deleteForGood: 'Your account and everything you stored will be deleted, on every device.',
  emailFixed: 'Email address cannot be changed',
} as const;

/** Toasts of the account screens. A toast without a message shows the error message. */
export const accountToasts = {
  created: {
    title: 'Account created successfully!',
    message: 'Please check your email to confirm your account.',
  },
  /** This message is shown if the error message only repeats the title. */
  registrationFailed: {
    kind: 'destructive',
    title: 'Registration failed',
    message: 'Something went wrong. Please try again.',
  },
  signInFailed: sessionToasts.signInFailed,
  passwordResetFailed: { kind: 'destructive', title: 'Password reset failed' },
  invalidResetLink: {
    kind: 'destructive',
    title: 'Invalid Reset Link',
    message: apiMessages.invalidResetLink,
  },
  invalidSession: { kind: 'destructive', title: 'Invalid session' },
  passwordUpdated: {
    title: 'Password updated successfully',
    message: 'You can now sign in with your new password.',
  },
  passwordUpdateFailed: { kind: 'destructive', title: 'Password update failed' },
  profileUpdateFailed: { kind: 'destructive', title: 'Update Failed' },
  deleted: { title: 'Account deleted', message: 'Everything you stored has been deleted too.' },
  deletionFailed: { kind: 'destructive', title: 'Deletion failed' },
} as const;
