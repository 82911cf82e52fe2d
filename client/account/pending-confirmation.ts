/**
 * Stores the address that was signed up in this tab and is not confirmed yet. In session storage: a
 * reload keeps it, closing the tab deletes it, and it never appears in the address bar.
 */
const KEY = 'app_pending_confirmation';

/** The sign-up password, needed to send its own link again. Kept in memory only: a reload forgets it. */
let password: string | undefined;

/** Returns the address, with its password if known. There is no storage while the page is prerendered. */
export function pendingConfirmation() {
  const email = globalThis.sessionStorage?.getItem(KEY);
  return email ? { email, password } : undefined;
}

export function storePendingConfirmation(signedUp: { email: string; password: string }) {
  try {
    sessionStorage.setItem(KEY, signedUp.email);
    password = signedUp.password;
  } catch {
    // Storage is full. The toast also tells the user to check their email.
  }
}

export function clearPendingConfirmation() {
  password = undefined;
  sessionStorage.removeItem(KEY);
}
