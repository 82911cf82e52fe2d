import { Pencil, Trash2 } from 'lucide-react';
import { memo, useCallback, useId } from 'react';
import { formatDateTime, formatDay } from '#client/components/dates.ts';
import { groupByMonth } from '#client/components/month-groups.ts';
import { VirtualGrid } from '#client/components/virtual-grid.tsx';
import { Photo } from '#client/photos/photo.tsx';
import { MarkedExcerpt } from '#client/search/marked-excerpt.tsx';
import type { Found } from '#client/search/search-index.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { UnsentMark } from '#client/sync/unsent-mark.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import { dateOf, type NoteSort } from './note-filter.ts';
import { cardLinkId, noteUrl } from './use-open-note.ts';
import './note-card.css';

export type NoteActions = {
  /** The note that is open beside the list. */
  selectedId: string | undefined;
  onOpen: (note: Note) => void;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
  onOpenPhoto: (note: Note) => void;
};

/** Shows the notes, those of each month below its name. Not rendered again for each letter that is typed above it. */
export const NoteList = memo(function NoteList({
  notes,
  entries,
  sort,
  found,
  selection,
  selectedId,
  ...actions
}: {
  notes: Note[];
  entries: ReadonlyMap<string, OutboxEntry>;
  sort: NoteSort;
  found: Found | undefined;
  /** Names which notes are shown, and in which order. */
  selection: string;
} & NoteActions) {
  const groupItems = useCallback(
    (shown: Note[]) => groupByMonth(shown, (note) => dateOf(note, sort)),
    [sort],
  );
  return (
    <VirtualGrid
      items={notes}
      groupItems={groupItems}
      selection={selection}
      label="Notes"
      className="note-grid"
      newItemsLabel={m.newNotes}
    >
      {(note) => (
        <NoteCard
          note={note}
          entry={entries.get(note.id)}
          isSelected={note.id === selectedId}
          sort={sort}
          found={found}
          {...actions}
        />
      )}
    </VirtualGrid>
  );
});

/** Shows one note. The link in its title covers the whole card; the buttons lie above it. */
const NoteCard = memo(function NoteCard({
  note,
  entry,
  isSelected,
  sort,
  found,
  onOpen,
  onEdit,
  onDelete,
  onOpenPhoto,
}: {
  note: Note;
  entry: OutboxEntry | undefined;
  sort: NoteSort;
  found: Found | undefined;
  isSelected: boolean;
} & Omit<NoteActions, 'selectedId'>) {
  const titleId = useId();
  const date = dateOf(note, sort);
  return (
    <div className="note-card" data-photo={note.photo_path !== null || undefined}>
      <h3 id={titleId} dir="auto" className="note-title">
        <a
          id={cardLinkId(note.id)}
          href={noteUrl(note.id)}
          className="note-open"
          aria-current={isSelected || undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(note);
          }}
        >
          <MarkedExcerpt text={note.title} found={found} />
        </a>
      </h3>
      <p dir="auto" className="note-excerpt">
        <MarkedExcerpt text={note.content} found={found} />
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
        <time dateTime={date} title={formatDateTime(date)}>
          {sort === 'edited' && 'Edited '}
          {formatDay(date)}
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
  const all = [...document.querySelectorAll<HTMLElement>('.note-delete')];
  const index = all.findIndex((one) => one.closest('li') === button?.closest('li'));
  return index < 0 ? null : (all[index + 1] ?? all[index - 1] ?? null);
}
