import { navigate } from 'wouter/use-browser-location';
import { call } from '#client/api/api.ts';
import { Button } from '#client/components/button.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { toasts } from '#client/messages.ts';
import { updateUser, useUser } from '#client/session/session.ts';
import { initials } from '#client/shell/user-menu.tsx';
import { profile } from '#shared/auth.ts';
import { fieldMessages } from '#shared/messages.ts';
import { AccountPage } from './account-page.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { accountMessages as m } from './messages.ts';
import { NameFields } from './name-fields.tsx';
import { reportFailure } from './report-failure.ts';

export default function Profile() {
  const user = useUser();
  const { form, field, values, pending } = useForm({
    schema: profile,
    initial: { first_name: user.first_name, last_name: user.last_name },
    async send(body) {
      const answer = await call('updateProfile', { body });
      if (!answer.success) {
        reportFailure(toasts.profileUpdateFailed, answer);
        return answer;
      }
      updateUser(answer.user);
      navigate('/');
    },
  });

  return (
    <AccountPage
      mark={
        <span aria-hidden="true" className="avatar avatar-large">
          {initials({ ...user, ...values })}
        </span>
      }
      {...m.profile}
    >
      <form {...form} className="account-form">
        <NameFields field={field} />
        <TextField
          label="Email"
          type="email"
          readOnly
          value={user.email}
          hint={fieldMessages.emailFixed}
        />
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="secondary" size="large" className="flex-1" onClick={() => navigate('/')}>
            Cancel
          </Button>
          <Button type="submit" size="large" pending={pending} className="flex-1">
            Save
          </Button>
        </div>
      </form>
      <DeleteAccount />
    </AccountPage>
  );
}
