import { Dialog } from '#client/components/dialog.tsx';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import { Photo } from '#client/photos/photo.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import { photoCache } from './offline-cache.ts';

/** The photo of a note, as large as the window allows. */
export function Lightbox({ note, onClose }: { note: Note | undefined; onClose: () => void }) {
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
          cache={photoCache}
        />
      )}
    </Dialog>
  );
}
