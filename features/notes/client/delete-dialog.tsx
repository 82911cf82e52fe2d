import { AlertDialog } from '#client/components/alert-dialog.tsx';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';

export function DeleteDialog({
  note,
  onCancel,
  onConfirm,
  focusAfter,
}: {
  note: Note | undefined;
  onCancel: () => void;
  onConfirm: (note: Note) => void;
  focusAfter: () => HTMLElement | null;
}) {
  const shown = useLastDefined(note);
  return (
    <AlertDialog
      open={note !== undefined}
      onCancel={onCancel}
      onConfirm={() => note && onConfirm(note)}
      title={m.deleteTitle}
      description={m.deleteText(shown?.title ?? '')}
      confirmLabel="Delete"
      focusAfter={focusAfter}
    />
  );
}
