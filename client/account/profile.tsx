import { api } from '#client/api-client/api.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { Button } from '#client/components/button.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/hooks/use-form.ts';
import { updateUser, useUser } from '#client/session/session.ts';
import { navigate } from '#client/shell/navigate.ts';
import { profile } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { NameFields } from './name-fields.tsx';
import { showErrorToast } from './show-error-toast.ts';
import { YourData } from './your-data.tsx';

export default function Profile() {
  const user = useUser();
  const { form, field, values, pending } = useForm({
    schema: profile,
    initial: { first_name: user.first_name, last_name: user.last_name },
    async send(body) {
      const result = await api.updateProfile({ body });
      if (!result.success) return showErrorToast(accountToasts.profileUpdateFailed, result);
      updateUser(result.user);
      navigate('/');
    },
  });

  return (
    <AccountPage
      mark={<Avatar user={{ ...user, ...values }} className="avatar-large" />}
      {...m.profile}
    >
      <form {...form} className="account-form">
        <NameFields field={field} />
        <TextField label="Email" type="email" readOnly value={user.email} hint={m.emailFixed} />
        <div className="mt-7 flex flex-wrap gap-3">
          <Button variant="secondary" size="large" className="flex-1" onClick={() => navigate('/')}>
            Cancel
          </Button>
          <Button type="submit" size="large" pending={pending} className="flex-1">
            Save
          </Button>
        </div>
      </form>
      <YourData />
      <DeleteAccount />
    </AccountPage>
  );
}
