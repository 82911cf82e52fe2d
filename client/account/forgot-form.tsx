import { useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/hooks/use-form.ts';
import { emailOnly } from '#shared/auth.ts';
import { AccountPage } from './account-page.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { accountToasts, accountMessages as m } from './messages.ts';
import { showErrorToast } from './show-error-toast.ts';
import { StatusMark } from './status-mark.tsx';

export function ForgotForm({ email, onBack }: { email: string; onBack: (email: string) => void }) {
  const [sentTo, setSentTo] = useState<string>();
  const { form, field, values, pending } = useForm({
    schema: emailOnly,
    initial: { email },
    async send(body) {
      const result = await api.resetPassword({ body });
      if (result.success) return void setSentTo(body.email);
      return showErrorToast(accountToasts.passwordResetFailed, result);
    },
  });
  const back = () => onBack(values.email);

  if (sentTo) {
    return (
      <AccountPage
        mark={<StatusMark kind="mail" />}
        title={m.checkEmail}
        intro={m.resetSent.intro(sentTo)}
      >
        <p className="text-sm text-ink-faint">{m.resetSent.help}</p>
        <div className="mt-6 grid grid-cols-1 gap-3">
          <MailboxLink size="large" />
          <Button variant="secondary" size="large" onClick={back}>
            Back to sign in
          </Button>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage {...m.forgot}>
      <form {...form} className="account-form">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          enterKeyHint="send"
          required
          {...field('email')}
        />
        <Button
          type="submit"
          size="large"
          pending={pending}
          disabled={values.email.trim() === ''}
          className="mt-2"
        >
          Send reset email
        </Button>
        <Button variant="ghost" size="large" className="mt-2" onClick={back}>
          Back to sign in
        </Button>
      </form>
    </AccountPage>
  );
}
