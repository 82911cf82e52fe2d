import { flushSync } from 'react-dom';
import { focusHeading } from '#client/page/focus-heading.ts';
import { signOut } from '#client/session/session.ts';
import { toast } from '#client/toasts/toast.ts';
import { shellToasts } from './messages.ts';
import { navigate } from './navigate.ts';

/** Signs out. Navigates first: the gate of a protected screen would redirect to the sign-in screen. */
export function signOutAndGoHome() {
  // Synchronous, because the user menu takes the focus back as long as it is mounted.
  flushSync(() => {
    navigate('/');
    signOut();
  });
  focusHeading();
  toast(shellToasts.loggedOut);
}
