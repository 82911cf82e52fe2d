import type { ApiError } from '#client/api-client/api-error.ts';
import { type Toast, toast } from '#client/toasts/toast.ts';

/** Shows a toast with the error's message, or with its own message if the error only repeats its title. */
export function showErrorToast(failed: Toast, { error, isAuthError }: ApiError) {
  if (isAuthError) return;
  toast(error === failed.title ? failed : { ...failed, message: error });
}
