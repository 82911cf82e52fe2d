import { PasswordField } from '#client/components/password-field.tsx';
import type { FormField } from '#client/hooks/use-form.ts';
import { accountMessages as m } from './messages.ts';

/** Renders the fields for a new password and its confirmation, at the end of a form. */
export function NewPasswordFields({
  label,
  field,
}: {
  label: string;
  field: FormField<'password' | 'confirm_password'>;
}) {
  const password = field('password');
  return (
    <>
      <PasswordField
        label={label}
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
    </>
  );
}
