import type { Failure } from '#client/api/api-types.ts';
import { type Toast, toast } from '#client/components/toast.ts';

/** The toast with what the answer says, or with its own sentence when that would only repeat its title. */
export function reportFailure(failed: Toast, { error, isAuthError }: Failure) {
  if (isAuthError) return;
  toast(error === failed.title ? failed : { ...failed, message: error });
}
