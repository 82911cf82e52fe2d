import { AlertDialog } from '#client/components/alert-dialog.tsx';
import { notesMessages as m } from './messages.ts';

export function DiscardDialog({
  open,
  onCancel,
  onConfirm,
  focusAfter,
}: {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  focusAfter?: () => HTMLElement | null;
}) {
  return (
    <AlertDialog
      open={open}
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={m.discardTitle}
      description={m.discardText}
      confirmLabel="Discard"
      focusAfter={focusAfter}
    />
  );
}
