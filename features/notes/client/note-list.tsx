import { CloudOff } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Button } from '#client/components/button.tsx';
import { formatMoment } from '#client/components/dates.ts';
import { useHeadingAfter } from '#client/components/focus-heading.ts';
import { Skeleton } from '#client/components/skeleton.tsx';
import type { Note } from '../contract.ts';
import { EmptySheet } from './empty-sheet.tsx';
import { notesMessages as m } from './messages.ts';
import { type NoteActions, NoteCard } from './note-card.tsx';

const FIRST_NOTES = 48;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A long list appears with its first screens; the rest follows without holding anything up. */
export function NoteList({ notes, ...actions }: { notes: Note[] } & NoteActions) {
  const shown = useDeferredValue(notes, notes.slice(0, FIRST_NOTES));
  return (
    <ul className="note-grid" aria-label="Notes">
      {shown.map((note) => (
        <NoteCard key={note.id} note={note} {...actions} />
      ))}
    </ul>
  );
}

export function NoteSkeletons() {
  return (
    <div>
      <p role="status" className="sr-only">
        {m.loading}
      </p>
      <div className="note-grid" aria-hidden="true">
        {SKELETONS.map((key) => (
          <div key={key} className="note-card">
            <Skeleton className="h-5 w-3/5" />
            <div className="mt-3 grid content-start gap-2">
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

export function NoNotes({ onCreate }: { onCreate: (from: HTMLElement) => void }) {
  return (
    <div className="note-message">
      <EmptySheet />
      <h2 className="text-heading">{m.emptyTitle}</h2>
      <p className="max-w-sm text-ink-soft">{m.emptyText}</p>
      <Button className="mt-3" onClick={(event) => onCreate(event.currentTarget)}>
        Write your first note
      </Button>
    </div>
  );
}

export function NotesFailed({ onRetry, pending }: { onRetry: () => void; pending: boolean }) {
  return (
    <div ref={useHeadingAfter<HTMLDivElement>()} className="note-message">
      <h2 className="text-heading">{m.loadFailedTitle}</h2>
      <p className="max-w-sm text-ink-soft">{m.loadFailedText}</p>
      <Button className="mt-3" variant="secondary" pending={pending} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

export function KeptNotice({
  loadedAt,
  onRetry,
  pending,
}: {
  loadedAt: string;
  onRetry: () => void;
  pending: boolean;
}) {
  return (
    <div ref={useHeadingAfter<HTMLDivElement>()} className="kept-notice">
      <CloudOff aria-hidden />
      <div>
        <p>
          {m.keptFrom} <time dateTime={loadedAt}>{formatMoment(loadedAt)}</time>
        </p>
        <Button variant="ghost" pending={pending} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
