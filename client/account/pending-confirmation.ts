/**
 * Stores the address that was signed up in this tab and is not confirmed yet. In session storage: a
 * reload keeps it, closing the tab deletes it, and it never appears in the address bar.
 */
const KEY = 'app_pending_confirmation';

/** Returns the address. There is no storage while the page is prerendered. */
export const pendingConfirmation = () => globalThis.sessionStorage?.getItem(KEY) ?? undefined;

export function storePendingConfirmation(email: string) {
  try {
    sessionStorage.setItem(KEY, email);
  } catch {
    // Storage is full. The toast also tells the user to check their email.
  }
}

export function clearPendingConfirmation() {
  sessionStorage.removeItem(KEY);
}
