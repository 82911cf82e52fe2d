import { navigate } from 'wouter/use-browser-location';
import { call } from '#client/api-client/api.ts';
import { Button } from '#client/components/button.tsx';
import { Dialog } from '#client/components/dialog.tsx';
import { PasswordField } from '#client/components/password-field.tsx';
import { toast } from '#client/components/toast.ts';
import { useForm } from '#client/components/use-form.ts';
import { deleteRememberedOf } from '#client/session/remembered-credentials.ts';
import { signOut, useUser } from '#client/session/session.ts';
import { currentPasswordBody } from '#shared/auth.ts';
import { accountToasts, accountMessages as m } from './messages.ts';
import { reportError } from './report-error.ts';

export default function DeleteAccountDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} className="max-w-md" {...m.deleteAccount}>
      <DeleteAccountForm onCancel={onClose} />
    </Dialog>
  );
}

/** Renders the form of the dialog. A separate component, so that a typed password is discarded when the dialog closes. */
function DeleteAccountForm({ onCancel }: { onCancel: () => void }) {
  const { email } = useUser();
  const { form, field, pending } = useForm({
    schema: currentPasswordBody,
    initial: { password: '' },
    async send(body) {
      const result = await call('deleteAccount', { body });
      if (!result.success) {
        if (!result.fields) reportError(accountToasts.deletionFailed, result);
        return result;
      }
      // Before signing out: the gate of this screen would redirect to the sign-in screen.
      navigate('/');
      signOut();
      void deleteRememberedOf(email);
      toast(accountToasts.deleted);
    },
  });

  return (
    <form {...form}>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        {...field('password')}
      />
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" pending={pending}>
          Delete account
        </Button>
      </div>
    </form>
  );
}
