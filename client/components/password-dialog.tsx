import type { ApiError } from '#client/api-client/api-error.ts';
import { useForm } from '#client/hooks/use-form.ts';
import { currentPasswordBody } from '#shared/auth.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { PasswordField } from './password-field.tsx';

type Answer = {
  fieldLabel: string;
  confirmLabel: string;
  isDangerous: boolean;
  onCancel: () => void;
  /** Resolves with the error, if any. */
  onConfirm: (password: string) => Promise<ApiError | undefined>;
};

/** Asks for the signed-in user's password before an action with large consequences. */
export function PasswordDialog({
  open,
  title,
  description,
  ...answer
}: Answer & { open: boolean; title: string; description: string }) {
  return (
    <Dialog
      open={open}
      onClose={answer.onCancel}
      title={title}
      description={description}
      className="max-w-md"
    >
      <PasswordForm {...answer} />
    </Dialog>
  );
}

/** Renders the form of the dialog. A separate component, so that a typed password is discarded when the dialog closes. */
function PasswordForm({ fieldLabel, confirmLabel, isDangerous, onCancel, onConfirm }: Answer) {
  const { form, field, pending } = useForm({
    schema: currentPasswordBody,
    initial: { password: '' },
    send: ({ password }) => onConfirm(password),
  });
  return (
    <form {...form}>
      <PasswordField
        label={fieldLabel}
        autoComplete="current-password"
        enterKeyHint="go"
        required
        {...field('password')}
      />
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" pending={pending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
