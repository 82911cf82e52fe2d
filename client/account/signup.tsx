import { api } from '#client/api-client/api.ts';
import { AppLink } from '#client/components/app-link.tsx';
import { Button } from '#client/components/button.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/hooks/use-form.ts';
import { navigate } from '#client/shell/navigate.ts';
import { toast } from '#client/toasts/toast.ts';
import { registrationForm } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { NameFields } from './name-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { storePendingConfirmation } from './pending-confirmation.ts';
import { showErrorToast } from './show-error-toast.ts';

const BLANK = { first_name: '', last_name: '', email: '', password: '', confirm_password: '' };

export default function Signup() {
  const { form, field, pending } = useForm({
    schema: registrationForm,
    initial: BLANK,
    async send({ confirm_password: _, ...body }) {
      const result = await api.register({ body });
      if (!result.success) return showErrorToast(accountToasts.registrationFailed, result);
      toast(accountToasts.created);
      storePendingConfirmation(body);
      navigate('/login', { replace: true, state: { email: body.email } });
    },
  });

  return (
    <AccountPage {...m.signUp}>
      <form {...form} className="account-form">
        <NameFields field={field} />
        <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
        <NewPasswordFields label="Password" field={field} />
        <Button type="submit" size="large" pending={pending} className="mt-2">
          Sign Up
        </Button>
      </form>
      <p className="account-elsewhere">
        Already have an account?{' '}
        <AppLink to="/login" className="link">
          Sign in
        </AppLink>
      </p>
    </AccountPage>
  );
}
