import { api } from '#client/api-client/api.ts';
import { PasswordDialog } from '#client/components/password-dialog.tsx';
import { deleteRememberedOf } from '#client/session/remembered-credentials.ts';
import { signOut, useUser } from '#client/session/session.ts';
import { navigate } from '#client/shell/navigate.ts';
import { toast } from '#client/toasts/toast.ts';
import { accountToasts, accountMessages as m } from './messages.ts';
import { showErrorToast } from './show-error-toast.ts';

export default function DeleteAccountDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const { email } = useUser();

  async function deleteAccount(password: string) {
    const result = await api.deleteAccount({ body: { password } });
    if (!result.success) {
      if (!result.fields) showErrorToast(accountToasts.deletionFailed, result);
      return result;
    }
    // Before signing out: the gate of this screen would redirect to the sign-in screen.
    navigate('/');
    signOut();
    void deleteRememberedOf(email);
    toast(accountToasts.deleted);
  }

  return (
    <PasswordDialog
      open={open}
      {...m.deleteAccount}
      fieldLabel="Password"
      confirmLabel="Delete account"
      isDangerous
      onCancel={onClose}
      onConfirm={deleteAccount}
    />
  );
}
