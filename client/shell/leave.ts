import { navigate } from 'wouter/use-browser-location';
import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';
import { signOut } from '#client/session.ts';

/** Home first: the gate of a protected screen would send a signed-out person to the sign-in. */
export function leave() {
  navigate('/');
  signOut();
  toast(toasts.loggedOut);
}
