import { call } from '#client/api/api.ts';
import { Button } from '#client/components/button.tsx';
import { toast } from '#client/components/toast.ts';
import { useForm } from '#client/components/use-form.ts';
import { toasts } from '#client/messages.ts';
import { forgetRememberedOf } from '#client/session/remember.ts';
import { forgetSessionOf } from '#client/session/session.ts';
import { newPasswordForm } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { accountMessages as m } from './messages.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { reportFailure } from './report-failure.ts';

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
        forgetSessionOf(answer.email);
        void forgetRememberedOf(answer.email);
        toast(toasts.passwordUpdated);
        onEnd('changed');
      } else if (answer.status === 401) {
        reportFailure(toasts.invalidSession, answer);
        onEnd('refused');
      } else {
        reportFailure(toasts.passwordUpdateFailed, answer);
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
