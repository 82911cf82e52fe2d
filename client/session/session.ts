import { api, onSessionEnded } from '#client/api-client/api.ts';
import { navigate } from '#client/shell/navigate.ts';
import { createStore, type ReadableStore } from '#client/state/store.ts';
import { useStore } from '#client/state/use-store.ts';
import { toast } from '#client/toasts/toast.ts';
import type { User } from '#shared/auth.ts';
import { sessionToasts } from './messages.ts';
import {
  clearStoredSession,
  hasSessionEntry,
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

/** Data that a module stores for the signed-in user, and how to delete it. */
export type SessionData = {
  /**
   * Deletes cached responses. Called when the user changes or signs out, the session expires or
   * the stored session is unusable at start.
   */
  clearCache?: () => void;
  /** Deletes unsaved work. Called only when the user signs out: work survives an expired session. */
  clearUnsaved?: (userId: string) => void;
};

const RESTORING: Session = { kind: 'restoring' };
const SIGNED_OUT: Session = { kind: 'signed-out' };

const store = createStore<Session>(RESTORING);
/** The token that the session of this tab began with. */
let token: string | null = null;
let isConfirmed = false;
const sessionData = new Set<SessionData>();

/** Registers data that must not outlive the session. */
export function registerSessionData(data: SessionData) {
  sessionData.add(data);
}

/** Changes only through the functions of this file, which also delete what belonged to the session before. */
export const sessionStore: ReadableStore<Session> = store;

/** Returns 'restoring' during hydration, so that prerendered HTML and the first render agree. */
export const useSession = (): Session => useStore(sessionStore, RESTORING);

/** Returns the signed-in user. Only for screens behind the access gate. */
export function useUser(): User {
  const current = useSession();
  if (current.kind !== 'signed-in') throw new Error('This screen needs a signed-in user');
  return current.user;
}

/** Returns the token that the session of this tab began with, whatever is stored now. */
export const sessionToken = () => token;

export const emailOf = (current: Session) =>
  current.kind === 'signed-in' ? current.user.email : undefined;

/** Tells whether this user is still the one who is signed in, for responses that arrive late. */
export function isSignedInAs(userId: string): boolean {
  const current = store.get();
  return current.kind === 'signed-in' && current.user.id === userId;
}

export function isAdmin(current: Session): boolean {
  return current.kind === 'signed-in' && current.user.user_type === 'admin';
}

/** Restores the stored session and follows other tabs. Called once at start. */
export function restoreSession() {
  syncFromStorage();
  // Only at start: later, an incomplete session may mean that another tab is signing in.
  if (store.get().kind === 'signed-out' && hasSessionEntry()) {
    clearStoredSession();
    clearCaches();
  }
  addEventListener('storage', (event) => isSessionEvent(event) && syncFromStorage());
  // A page in the back/forward cache gets no storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && syncFromStorage());
  onSessionEnded((bearer) => bearer === storedToken() && expireSession());
}

/**
 * Asks the server, once, whether the stored session is still valid and who it belongs to. Called by the first screen
 * that depends on it: on any other page an ended session must not send the visitor to the sign-in screen.
 */
export function confirmSession() {
  if (isConfirmed || store.get().kind !== 'signed-in') return;
  isConfirmed = true;
  void refreshUser();
  // A user who stays signed in never opens the sign-in screen, which deletes expired credentials.
  import('./remembered-credentials.ts').then(
    ({ loadRemembered }) => loadRemembered(),
    () => {},
  );
}

export function signIn(newToken: string, user: User) {
  storeSession(newToken, user);
  showStoredSession();
}

/**
 * Shows the session that a sign-in has stored. Reads it again, because another tab may have signed out since it was
 * stored.
 */
export function showStoredSession() {
  isConfirmed = true;
  syncFromStorage();
}

/** Signs out at once, even offline, and then tells the server. Also deletes unsaved work. */
export function signOut() {
  const bearer = storedToken();
  const session = store.get();
  if (session.kind === 'signed-in')
    for (const { clearUnsaved } of sessionData) clearUnsaved?.(session.user.id);
  clearSession();
  if (bearer) void api.logout({ bearer, keepalive: true });
}

/** Signs out after the server rejected the token, or the token is gone. Unsaved work stays. */
function expireSession() {
  // A late call of a user who has signed out must not send a visitor to the sign-in screen.
  if (store.get().kind !== 'signed-in') return;
  clearSession();
  if (location.pathname !== '/login') navigate('/login');
  toast(sessionToasts.expired);
}

/**
 * Tells whether the session is still valid: its token must be the stored one. Otherwise ends the session as after a 401
 * response, unless another tab has just signed in another user and the browser has not reported that yet.
 */
export function checkStoredToken(): boolean {
  if (storedToken() === token) return store.get().kind === 'signed-in';
  const stored = readStoredSession();
  if (stored && stored.email !== emailOf(store.get())) syncFromStorage();
  else expireSession();
  return false;
}

/** Loads the user from the server. Ignores the response if the session changed in the meantime. */
async function refreshUser() {
  const before = store.get();
  const result = await api.me();
  if (result.success && store.get() === before) updateUser(result.user);
}

export function updateUser(user: User) {
  if (store.get().kind !== 'signed-in') return;
  storeUser(user);
  setSession({ kind: 'signed-in', user });
}

/** Signs this email address out, if it is the one that is signed in here. */
export function clearSessionOf(email: string) {
  if (emailOf(store.get()) === email) clearSession();
}

function syncFromStorage() {
  const user = readStoredSession();
  token = storedToken();
  setSession(user ? { kind: 'signed-in', user } : SIGNED_OUT);
}

function clearSession() {
  clearStoredSession();
  token = null;
  setSession(SIGNED_OUT);
}

function setSession(next: Session) {
  const before = emailOf(store.get());
  document.documentElement.toggleAttribute('data-session', next.kind === 'signed-in');
  if (before && before !== emailOf(next)) clearCaches();
  store.set(next);
}

function clearCaches() {
  for (const { clearCache } of sessionData) clearCache?.();
}
