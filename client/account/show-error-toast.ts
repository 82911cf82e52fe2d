import type { ApiError } from '#client/api-client/api-error.ts';
import { type Toast, toast } from '#client/toasts/toast.ts';

/**
 * Shows a toast with the error's message, or with its own message if the error only repeats its title. Returns the
 * error, for the form that gets it.
 */
export function showErrorToast(failed: Toast, result: ApiError) {
  const { error, isAuthError } = result;
  if (!isAuthError) toast(error === failed.title ? failed : { ...failed, message: error });
  return result;
}
