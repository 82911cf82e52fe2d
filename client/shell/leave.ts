import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import { focusHeading } from '#client/components/focus-heading.ts';
import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';
import { signOut } from '#client/session/session.ts';

/** Home first: the gate of a protected screen would send a signed-out person to the sign-in. */
export function leave() {
  // At once: while the menu stands, it takes focus back.
  flushSync(() => {
    navigate('/');
    signOut();
  });
  focusHeading();
  toast(toasts.loggedOut);
}
