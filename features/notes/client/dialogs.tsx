import { AlertDialog } from '#client/components/alert-dialog.tsx';
import { Dialog } from '#client/components/dialog.tsx';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import { Photo } from '#client/photos/photo.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';

/** Asks before the note is deleted. */
export function DeleteDialog({
  note,
  onCancel,
  onConfirm,
  finalFocus,
}: {
  note: Note | undefined;
  onCancel: () => void;
  onConfirm: (note: Note) => void;
  finalFocus: () => HTMLElement | null;
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
      finalFocus={finalFocus}
    />
  );
}

/** Asks before a draft is discarded. */
export function DiscardDialog({
  open,
  onCancel,
  onConfirm,
  finalFocus,
}: {
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  finalFocus?: () => HTMLElement | null;
}) {
  return (
    <AlertDialog
      open={open}
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={m.discardTitle}
      description={m.discardText}
      confirmLabel="Discard"
      finalFocus={finalFocus}
    />
  );
}

/** Shows the photo of a note as large as the window allows. */
export function PhotoDialog({ note, onClose }: { note: Note | undefined; onClose: () => void }) {
  const shown = useLastDefined(note);
  return (
    <Dialog
      open={note !== undefined}
      onClose={onClose}
      title={shown?.title ?? ''}
      className="lightbox"
    >
      {shown?.photo_path && (
        <Photo
          path={shown.photo_path}
          alt={m.photoOf(shown.title)}
          width={1280}
          className="lightbox-photo"
        />
      )}
    </Dialog>
  );
}
