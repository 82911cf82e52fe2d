import { Pencil, Trash2 } from 'lucide-react';
import { memo, useId } from 'react';
import { formatDateTime, formatDay, useStartOfToday } from '#client/components/dates.ts';
import { VirtualGrid } from '#client/components/virtual-grid.tsx';
import { Photo } from '#client/photos/photo.tsx';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { UnsentMark } from '#client/sync/unsent-mark.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';

type NoteActions = {
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
  onOpenPhoto: (note: Note) => void;
};

/** Shows the notes. */
export function NoteList({
  notes,
  entries,
  ...actions
}: { notes: Note[]; entries: ReadonlyMap<string, OutboxEntry> } & NoteActions) {
  return (
    <VirtualGrid items={notes} label="Notes" className="note-grid" newItemsLabel={m.newNotes}>
      {(note) => <NoteCard note={note} entry={entries.get(note.id)} {...actions} />}
    </VirtualGrid>
  );
}

/** Shows one note. The edit button covers the whole card; the other buttons lie above it. */
const NoteCard = memo(function NoteCard({
  note,
  entry,
  onEdit,
  onDelete,
  onOpenPhoto,
}: { note: Note; entry: OutboxEntry | undefined } & NoteActions) {
  const titleId = useId();
  return (
    <div className="note-card" data-photo={note.photo_path !== null || undefined}>
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
          <Photo path={note.photo_path} alt="" className="size-full" />
        </button>
      )}
      <div className="note-foot">
        <time dateTime={note.created_at} title={formatDateTime(note.created_at)}>
          {formatDay(note.created_at)}
        </time>
        {entry && <UnsentMark entry={entry} />}
        <button
          type="button"
          className="icon-button note-edit"
          aria-label="Edit"
          aria-describedby={titleId}
          onClick={() => onEdit(note)}
        >
          <Pencil aria-hidden className="size-4.5" />
        </button>
        <button
          type="button"
          className="icon-button note-delete"
          aria-label="Delete"
          aria-describedby={titleId}
          onClick={() => onDelete(note)}
        >
          <Trash2 aria-hidden className="size-4.5" />
        </button>
      </div>
    </div>
  );
});

/** Returns the delete button of the card after or before this button's card, if there is one. */
export function neighbouringDeleteButton(button: HTMLElement | null): HTMLElement | null {
  const card = button?.closest('li');
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  return neighbour?.querySelector<HTMLElement>('.note-delete') ?? null;
}

/** Shows how many notes there are. */
export function NoteStats({ notes }: { notes: Note[] | undefined }) {
  const today = useStartOfToday();
  const tomorrow = new Date(today).setHours(24);
  const isToday = (note: Note) => {
    const createdAt = Date.parse(note.created_at);
    return today <= createdAt && createdAt < tomorrow;
  };
  const stats = [
    { label: 'Total notes', count: notes?.length },
    { label: 'With photos', count: notes?.filter((note) => note.photo_path).length },
    { label: 'Created today', count: notes?.filter(isToday).length },
  ];
  return (
    <dl className="note-stats" aria-busy={notes === undefined}>
      {stats.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
