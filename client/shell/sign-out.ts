import { flushSync } from 'react-dom';
import { LOADING_GRACE_MS } from '#client/constants.ts';
import { focusHeading } from '#client/page/focus-heading.ts';
import { findRoute } from '#client/routes.tsx';
import { signOut } from '#client/session/session.ts';
import { within } from '#client/time-limit.ts';
import { toast } from '#client/toasts/toast.ts';
import { shellToasts } from './messages.ts';
import { navigate } from './navigate.ts';

/** Signs out. Navigates first: the gate of a protected screen would redirect to the sign-in screen. */
export async function signOutAndGoHome() {
  await within(LOADING_GRACE_MS, findRoute('/').route.screen.load()).catch(() => {});
  // Synchronous, because the user menu takes the focus back as long as it is mounted.
  flushSync(() => {
    navigate('/');
    signOut();
  });
  focusHeading();
  toast(shellToasts.loggedOut);
}
