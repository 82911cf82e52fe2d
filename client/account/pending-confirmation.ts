/**
 * The address that was signed up in this tab and still has to be confirmed. In session storage, so
 * that a reload keeps it and closing the tab deletes it; never in the address bar.
 */
const KEY = 'app_pending_confirmation';

export const pendingConfirmation = () => sessionStorage.getItem(KEY) ?? undefined;

export function storePendingConfirmation(email: string) {
  try {
    sessionStorage.setItem(KEY, email);
  } catch {
    // A full storage: the toast has said it too.
  }
}

export function forgetPendingConfirmation() {
  sessionStorage.removeItem(KEY);
}
