import type { User } from '#shared/auth.ts';
import { STORAGE_KEY_TOKEN, STORAGE_KEY_USER } from '#shared/constants.ts';

/** The only reader and writer of the session in local storage. */
export const storedToken = () => localStorage.getItem(STORAGE_KEY_TOKEN);

export const hasStoredSession = () =>
  storedToken() !== null && localStorage.getItem(STORAGE_KEY_USER) !== null;

/** Token and user belong together: one without the other, or unreadable, is no session. */
export function readStoredSession(): User | undefined {
  const user = parseUser(localStorage.getItem(STORAGE_KEY_USER));
  return storedToken() ? user : undefined;
}

/** The token last: it is what tells another tab that the session is complete. */
export function storeSession(token: string, user: User) {
  storeUser(user);
  localStorage.setItem(STORAGE_KEY_TOKEN, token);
}

export function storeUser(user: User) {
  localStorage.setItem(STORAGE_KEY_USER, JSON.stringify(user));
}

export function clearStoredSession() {
  localStorage.removeItem(STORAGE_KEY_TOKEN);
  localStorage.removeItem(STORAGE_KEY_USER);
}

/** For the debug console: the next authenticated call is answered with 401. */
export function expireStoredToken() {
  localStorage.setItem(STORAGE_KEY_TOKEN, 'expired');
}

/** True when another tab changed the session. */
export const isSessionEvent = (event: StorageEvent) =>
  event.key === null || event.key === STORAGE_KEY_TOKEN || event.key === STORAGE_KEY_USER;

function parseUser(json: string | null): User | undefined {
  try {
    const stored: unknown = JSON.parse(json ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const user = { ...UNKNOWN, ...stored };
    const isWhole = Object.keys(UNKNOWN).every(
      (key) => typeof user[key as keyof User] === 'string',
    );
    return isWhole && user.email ? user : undefined;
  } catch {
    return undefined;
  }
}

// The server's answer soon replaces what is stored; until then a gap must not break a screen.
const UNKNOWN: User = { id: '', email: '', first_name: '', last_name: '', user_type: 'user' };
