import { ArrowLeft, Pencil, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '#client/components/button.tsx';
import { formatDateTime } from '#client/components/dates.ts';
import { LinkedText } from '#client/components/linked-text.tsx';
import { Skeleton } from '#client/components/skeleton.tsx';
import { Photo } from '#client/photos/photo.tsx';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { UnsentMark } from '#client/sync/unsent-mark.tsx';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import './note-reader.css';

/** What the address names. A note of somebody else is missing, too. */
export type Reading = { kind: 'loading' } | { kind: 'missing' } | { kind: 'note'; note: Note };

type NoteActions = {
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
  onOpenPhoto: (note: Note) => void;
};

/** Shows a note to read. */
export function NoteReader({
  reading,
  entry,
  takesFocus,
  hidden,
  onClose,
  ...actions
}: {
  reading: Reading;
  /** The unsent change of the note, if there is one. */
  entry: OutboxEntry | undefined;
  /** Returns whether the heading gets the focus when it appears. */
  takesFocus: () => boolean;
  /** Set while the form takes its place. */
  hidden: boolean;
  onClose: () => void;
} & NoteActions) {
  const titleId = useId();
  return (
    <article className="reader" aria-labelledby={titleId} hidden={hidden}>
      <div className="reader-bar">
        <button
          type="button"
          className="icon-button me-auto"
          aria-label="Back to the list"
          onClick={onClose}
        >
          <ArrowLeft aria-hidden className="size-5 lg:hidden" />
          <X aria-hidden className="size-5 max-lg:hidden" />
        </button>
        {reading.kind === 'note' && <ReaderActions note={reading.note} {...actions} />}
      </div>
      {reading.kind === 'loading' && <LoadingNote titleId={titleId} />}
      {reading.kind === 'missing' && (
        <div className="note-message">
          <ReaderTitle id={titleId} takesFocus={takesFocus} className="text-heading">
            {m.missingTitle}
          </ReaderTitle>
          <p className="max-w-sm text-ink-soft">{m.missingText}</p>
          <Button className="mt-3" variant="secondary" onClick={onClose}>
            Show all notes
          </Button>
        </div>
      )}
      {reading.kind === 'note' && (
        <div className="reader-body">
          <ReaderTitle id={titleId} takesFocus={takesFocus} className="reader-title">
            {reading.note.title}
          </ReaderTitle>
          <p className="reader-meta">
            <NoteTime label="Created" iso={reading.note.created_at} />
            {reading.note.updated_at !== reading.note.created_at && (
              <NoteTime label="Edited" iso={reading.note.updated_at} />
            )}
            {entry && <UnsentMark entry={entry} />}
          </p>
          <div dir="auto" className="reader-text">
            <LinkedText text={reading.note.content} />
          </div>
          <ReaderPhoto note={reading.note} onOpen={actions.onOpenPhoto} />
        </div>
      )}
    </article>
  );
}

function ReaderActions({ note, onEdit, onDelete }: { note: Note } & NoteActions) {
  return (
    <>
      <Button variant="ghost" className="text-danger" onClick={() => onDelete(note)}>
        <Trash2 aria-hidden className="size-4.5" />
        Delete
      </Button>
      <Button variant="secondary" onClick={() => onEdit(note)}>
        <Pencil aria-hidden className="size-4.5" />
        Edit
      </Button>
    </>
  );
}

function ReaderTitle({
  id,
  takesFocus,
  className,
  children,
}: {
  id: string;
  takesFocus: () => boolean;
  className: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const focusIfAsked = useEffectEvent(() => {
    if (takesFocus()) heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => focusIfAsked(), []);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} dir="auto" className={className}>
      {children}
    </h2>
  );
}

function NoteTime({ label, iso }: { label: string; iso: string }) {
  return (
    <span>
      {label} <time dateTime={iso}>{formatDateTime(iso)}</time>
    </span>
  );
}

function ReaderPhoto({ note, onOpen }: { note: Note; onOpen: (note: Note) => void }) {
  if (!note.photo_path) return null;
  return (
    <button
      type="button"
      className="reader-photo"
      aria-label={m.photoOf(note.title)}
      aria-haspopup="dialog"
      onClick={() => onOpen(note)}
    >
      <Photo key={note.photo_path} path={note.photo_path} alt="" width={1280} />
    </button>
  );
}

function LoadingNote({ titleId }: { titleId: string }) {
  return (
    <div className="reader-body">
      <p id={titleId} role="status" className="sr-only">
        {m.loading}
      </p>
      <div aria-hidden="true" className="grid gap-3">
        <Skeleton className="mb-4 h-8 w-3/5" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  );
}
