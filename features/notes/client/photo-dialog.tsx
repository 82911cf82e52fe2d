import { Dialog } from '#client/components/dialog.tsx';
import { Photo } from '#client/photos/photo.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import './lightbox.css';

/** Shows the photo of a note as large as the window allows. */
export default function PhotoDialog({
  note,
  isOpen,
  onClose,
}: {
  note: Note;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={note.title} className="lightbox">
      {note.photo_path && (
        <Photo
          path={note.photo_path}
          alt={m.photoOf(note.title)}
          width={1280}
          className="lightbox-photo"
        />
      )}
    </Dialog>
  );
}
