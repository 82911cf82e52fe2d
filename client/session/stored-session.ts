import type { User } from '#shared/auth.ts';
import { STORAGE_KEY_TOKEN, STORAGE_KEY_USER } from '#shared/constants.ts';

// The only module that reads and writes the session in local storage.

export const storedToken = () => localStorage.getItem(STORAGE_KEY_TOKEN);

export const hasStoredSession = () =>
  storedToken() !== null && localStorage.getItem(STORAGE_KEY_USER) !== null;

/** Tells whether any part of a session is stored, usable or not. */
export const hasSessionEntry = () =>
  storedToken() !== null || localStorage.getItem(STORAGE_KEY_USER) !== null;

/** Returns the stored user, if there is a token and the user's data is readable. */
export function readStoredSession(): User | undefined {
  const user = parseUser(localStorage.getItem(STORAGE_KEY_USER));
  return storedToken() ? user : undefined;
}

/** Writes the token last, because other tabs take it as the sign of a complete session. */
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

/** Makes the next authenticated call fail with 401. For the debug console. */
export function expireStoredToken() {
  localStorage.setItem(STORAGE_KEY_TOKEN, 'expired');
}

/** Tells whether another tab changed the session. */
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

// Fills in missing fields of a stored user until the server's response replaces it.
const UNKNOWN: User = { id: '', email: '', first_name: '', last_name: '', user_type: 'user' };
