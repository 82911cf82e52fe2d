import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { call, onSessionEnded } from '#client/api/api.ts';
import { toast } from '#client/components/toast.ts';
import { toasts } from '#client/messages.ts';
import { forgetDrafts } from '#features/notes/client/draft-storage.ts';
import { forgetKeptNotes } from '#features/notes/client/offline-cache.ts';
import type { User } from '#shared/auth.ts';
import {
  forgetStoredSession,
  isSessionEvent,
  readStoredSession,
  storedToken,
  storeSession,
  storeUser,
} from './stored-session.ts';

export type Session =
  | { kind: 'restoring' }
  | { kind: 'signed-out' }
  | { kind: 'signed-in'; user: User };

const RESTORING: Session = { kind: 'restoring' };
const SIGNED_OUT: Session = { kind: 'signed-out' };

let session: Session = RESTORING;
let isConfirmed = false;
const listeners = new Set<() => void>();
const privateData = new Set<() => void>();

/** 'restoring' while the page is hydrated, so that prerendered HTML and the first render agree. */
export const useSession = (): Session =>
  useSyncExternalStore(
    subscribe,
    () => session,
    () => RESTORING,
  );

/** The signed-in person; only for screens behind the access gate. */
export function useUser(): User {
  const current = useSession();
  if (current.kind !== 'signed-in') throw new Error('This screen needs a signed-in person');
  return current.user;
}

export function isAdmin(current: Session): boolean {
  return current.kind === 'signed-in' && current.user.user_type === 'admin';
}

/** Called once at start. What is stored holds until `confirmSession` asks the server. */
export function restoreSession() {
  follow();
  // Only now: while another tab is signing in, half of a session is no reason to delete it.
  if (session.kind === 'signed-out') forgetStoredSession();
  addEventListener('storage', (event) => isSessionEvent(event) && follow());
  onSessionEnded((bearer) => {
    if (bearer === null || bearer === storedToken()) expire();
  });
}

/**
 * Asks the server, once, whether the stored session still holds and who it belongs to. Called by
 * the first screen that depends on it: on any other page an ended session is no reason to lead the
 * visitor to the sign-in.
 */
export function confirmSession() {
  if (isConfirmed || session.kind !== 'signed-in') return;
  isConfirmed = true;
  void refreshUser();
  // Whoever stays signed in does not see the sign-in screen, which deletes what has expired.
  void import('./remember.ts').then(({ loadRemembered }) => loadRemembered());
}

export function signIn(token: string, user: User) {
  isConfirmed = true;
  storeSession(token, user);
  become({ kind: 'signed-in', user });
}

/**
 * Forgets at once, also offline; the server is told with the token that was just forgotten.
 * Whoever leaves on purpose leaves nothing behind, drafts included.
 */
export function signOut() {
  const bearer = storedToken();
  if (session.kind === 'signed-in') forgetDrafts(session.user.id);
  forget();
  if (bearer) void call('logout', { bearer, keepalive: true });
}

/** The session has ended elsewhere. What a person typed stays: drafts are not session data. */
export function expire() {
  const wasSignedIn = session.kind === 'signed-in';
  forget();
  if (location.pathname !== '/login') navigate('/login');
  if (wasSignedIn) toast(toasts.sessionExpired);
}

/** Asks the server who is signed in. An answer that comes after a change is older than what is known. */
async function refreshUser() {
  const asked = session;
  const answer = await call('me');
  if (answer.success && session === asked) updateUser(answer.user);
}

export function updateUser(user: User) {
  if (session.kind !== 'signed-in') return;
  storeUser(user);
  become({ kind: 'signed-in', user });
}

/** Runs when the person changes or leaves: for caches of what only they may see. */
export function onForgetPrivateData(clear: () => void) {
  privateData.add(clear);
}

function follow() {
  const user = readStoredSession();
  become(user ? { kind: 'signed-in', user } : SIGNED_OUT);
}

/** Of this person, if it is they who are signed in here. */
export function forgetSessionOf(email: string) {
  if (personIn(session) === email) forget();
}

function forget() {
  forgetStoredSession();
  become(SIGNED_OUT);
}

function become(next: Session) {
  const before = personIn(session);
  session = next;
  document.documentElement.toggleAttribute('data-session', next.kind === 'signed-in');
  if (before && before !== personIn(next)) {
    for (const clear of privateData) clear();
    // Without a database there is nothing to forget.
    forgetKeptNotes().catch(() => {});
  }
  for (const listener of listeners) listener();
}

export const personIn = (some: Session) =>
  some.kind === 'signed-in' ? some.user.email : undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
