import { call } from '#client/api/api.ts';
import { Button } from '#client/components/button.tsx';
import { toast } from '#client/components/toast.ts';
import { useForm } from '#client/components/use-form.ts';
import { deleteRememberedOf } from '#client/session/remembered-credentials.ts';
import { clearSessionOf } from '#client/session/session.ts';
import { newPasswordForm } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { reportError } from './report-error.ts';

/** refused: the link was used, replaced or came too late. */
export type Outcome = 'changed' | 'refused';

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
      const answer = await call('updatePassword', { bearer: token, body: { password } });
      if (answer.success) {
        // The server has ended every session of theirs; this browser may be somebody else's.
        clearSessionOf(answer.email);
        void deleteRememberedOf(answer.email);
        toast(accountToasts.passwordUpdated);
        onEnd('changed');
      } else if (answer.status === 401) {
        reportError(accountToasts.invalidSession, answer);
        onEnd('refused');
      } else {
        reportError(accountToasts.passwordUpdateFailed, answer);
        return answer;
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
