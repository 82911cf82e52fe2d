import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { useForm } from '#client/hooks/use-form.ts';
import { deleteRememberedOf } from '#client/session/remembered-credentials.ts';
import { clearSessionOf } from '#client/session/session.ts';
import { toast } from '#client/toasts/toast.ts';
import { newPasswordForm } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { showErrorToast } from './show-error-toast.ts';

/** rejected: the link was used, replaced or has expired. */
export type Outcome = 'changed' | 'rejected';

export function NewPasswordForm({
  token,
  onEnd,
}: {
  token: string;
  onEnd: (outcome: Outcome) => void;
}) {
  const { form, field, pending } = useForm({
    schema: newPasswordForm,
    initial: { password: '', confirm_password: '' },
    async send({ password }) {
      const result = await api.updatePassword({ bearer: token, body: { password } });
      if (result.success) {
        // The server has ended all sessions of this account. Another user may be signed in here.
        clearSessionOf(result.email);
        void deleteRememberedOf(result.email);
        toast(accountToasts.passwordUpdated);
        onEnd('changed');
      } else if (result.status === 401) {
        showErrorToast(accountToasts.invalidSession, result);
        onEnd('rejected');
      } else {
        return showErrorToast(accountToasts.passwordUpdateFailed, result);
      }
    },
  });

  return (
    <AccountPage {...m.newPassword}>
      <form {...form} className="account-form">
        <NewPasswordFields label="New password" field={field} />
        <Button type="submit" size="large" pending={pending} className="mt-2">
          Save new password
        </Button>
      </form>
    </AccountPage>
  );
}
