import { api } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { commonToasts } from '#client/components/messages.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/hooks/use-form.ts';
import { emailOnly } from '#shared/auth.ts';
import { accountMessages as m } from './messages.ts';
import { pendingConfirmation } from './pending-confirmation.ts';
import { showErrorToast } from './show-error-toast.ts';

/** Sends the confirmation email again, in place of one whose link did not work. */
export function NewLinkForm({ onSent }: { onSent: (email: string) => void }) {
  const { form, field, pending } = useForm({
    schema: emailOnly,
    initial: { email: pendingConfirmation()?.email ?? '' },
    async send(body) {
      const result = await api.resendConfirmation({ body });
      if (!result.success) return showErrorToast(commonToasts.unexpected, result);
      onSent(body.email);
    },
  });
  return (
    <form {...form} className="account-form">
      <p className="text-sm text-ink-soft">{m.newLink}</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        required
        {...field('email')}
      />
      <Button type="submit" size="large" pending={pending}>
        Send a new link
      </Button>
    </form>
  );
}
