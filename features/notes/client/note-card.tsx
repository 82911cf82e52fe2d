import { Pencil, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';
import { formatDay, formatMoment } from '#client/components/dates.ts';
import { Photo } from '#client/photos/photo.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import { photoCache } from './offline-cache.ts';

export type NoteActions = {
  onEdit: (note: Note, from: HTMLElement) => void;
  onDelete: (note: Note, from: HTMLElement) => void;
  onOpenPhoto: (note: Note) => void;
};

/** Pressing anywhere on it edits: the button's area is the whole card, what else can be pressed lies above. */
export const NoteCard = memo(function NoteCard({
  note,
  onEdit,
  onDelete,
  onOpenPhoto,
}: { note: Note } & NoteActions) {
  const titleId = useId();
  return (
    <li className="note-card" data-photo={note.photo_path !== null || undefined}>
      <h2 id={titleId} dir="auto" className="note-title">
        {note.title}
      </h2>
      <p dir="auto" className="note-excerpt">
        {note.content}
      </p>
      {note.photo_path && (
        <button
          type="button"
          className="note-photo"
          aria-label={m.photoOf(note.title)}
          aria-haspopup="dialog"
          onClick={() => onOpenPhoto(note)}
        >
          <Photo path={note.photo_path} alt="" className="size-full" cache={photoCache} />
        </button>
      )}
      <div className="note-foot">
        <time dateTime={note.created_at} title={formatMoment(note.created_at)}>
          {formatDay(note.created_at)}
        </time>
        <button
          type="button"
          className="icon-button note-edit"
          aria-label="Edit"
          aria-describedby={titleId}
          onClick={(event) => onEdit(note, event.currentTarget)}
        >
          <Pencil aria-hidden className="size-4.5" />
        </button>
        <button
          type="button"
          className="icon-button note-delete"
          aria-label="Delete"
          aria-describedby={titleId}
          onClick={(event) => onDelete(note, event.currentTarget)}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </button>
      </div>
    </li>
  );
});
