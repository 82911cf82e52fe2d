import { navigate } from 'wouter/use-browser-location';
import { call } from '#client/api.ts';
import { AppLink } from '#client/components/app-link.tsx';
import { Button } from '#client/components/button.tsx';
import { PasswordField } from '#client/components/password-field.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { toast } from '#client/components/toast.ts';
import { useForm } from '#client/components/use-form.ts';
import { toasts } from '#client/messages.ts';
import { registrationForm } from '#shared/auth.ts';
import { AccountPage } from './account/account-page.tsx';
import { accountMessages as m } from './account/messages.ts';
import { reportFailure } from './account/report-failure.ts';

const BLANK = { first_name: '', last_name: '', email: '', password: '', confirm_password: '' };

export default function Signup() {
  const { form, field, pending } = useForm({
    schema: registrationForm,
    initial: BLANK,
    async send({ confirm_password: _, ...body }) {
      const answer = await call('register', { body });
      if (!answer.success) {
        reportFailure(toasts.registrationFailed, answer);
        return answer;
      }
      toast(toasts.accountCreated);
      navigate('/login', { replace: true, state: { email: body.email } });
    },
  });
  const password = field('password');

  return (
    <AccountPage {...m.signUp}>
      <form {...form} className="account-form">
        <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            required
            {...field('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            required
            {...field('last_name')}
          />
        </div>
        <TextField label="Email" type="email" autoComplete="email" required {...field('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={password.error ? undefined : m.passwordHint}
          required
          {...password}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          enterKeyHint="go"
          required
          {...field('confirm_password')}
        />
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
