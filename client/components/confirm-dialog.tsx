import type { ComponentProps } from 'react';
import { AlertDialog, AlertDialogClose } from './alert-dialog.tsx';
import { Button } from './button.tsx';

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  onCancel,
  onConfirm,
  confirmLabel,
  ...question
}: Omit<ComponentProps<typeof AlertDialog>, 'onClose' | 'className' | 'children'> & {
  onCancel: () => void;
  onConfirm: () => void;
  confirmLabel: string;
}) {
  return (
    <AlertDialog {...question} onClose={onCancel} className="max-w-sm">
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <AlertDialogClose className="button button-secondary">Cancel</AlertDialogClose>
        <Button variant="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </AlertDialog>
  );
}
