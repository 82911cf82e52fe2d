import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withQueries } from '#client/api/query.tsx';
import { Button } from '#client/components/button.tsx';
import { useAnnouncement } from '#client/components/use-announcement.tsx';
import { usePullToRefresh } from '#client/components/use-pull-to-refresh.tsx';
import { useUser } from '#client/session/session.ts';
import type { Note } from '../contract.ts';
import { takeArrival } from './arrival.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import type { Draft } from './draft.ts';
import { DraftOffer } from './draft-offer.tsx';
import { discardDraft, type StoredDraft, useDrafts } from './drafts.ts';
import { Lightbox } from './lightbox.tsx';
import { notesMessages as m } from './messages.ts';
import { NoteEditor } from './note-editor.tsx';
import { KeptNotice, NoNotes, NoteList, NoteSkeletons, NotesFailed } from './note-list.tsx';
import { NoteStats } from './note-stats.tsx';
import { useDeleteNote, useNoteCache, useNotes } from './notes-cache.ts';
import { useEditor } from './use-editor.ts';

function Notes() {
  const { id: userId } = useUser();
  const query = useNotes(userId);
  const notes = query.data?.notes ?? query.kept?.notes;
  const [drafts, refreshDrafts] = useDrafts(userId);
  const editor = useEditor(userId);
  const cache = useNoteCache();
  const [page, pullSpinner] = usePullToRefresh(query.refetch, m.refreshing);
  const [announcement, announce] = useAnnouncement();
  const deleting = useDeleteNote(userId, () => announce(m.noteDeleted));
  const [photo, setPhoto] = useState<Note>();
  const [toDelete, setToDelete] = useState<Note>();
  const [toDiscard, setToDiscard] = useState<StoredDraft>();
  const newNote = useRef<HTMLButtonElement>(null);
  const asker = useRef<HTMLElement>(null);
  const focusAfterQuestion = () => connected(asker.current) ?? newNote.current;

  const { create, createWith } = editor;
  useEffect(() => {
    const arrival = takeArrival();
    const button = newNote.current;
    if (!arrival || !button) return;
    if (arrival.title || arrival.content) createWith(arrival, button);
    else create(button);
  }, [create, createWith]);

  const askToDelete = useCallback((note: Note, from: HTMLElement) => {
    asker.current = from;
    setToDelete(note);
  }, []);

  const askToDiscard = useCallback((draft: StoredDraft, from: HTMLElement) => {
    asker.current = from;
    setToDiscard(draft);
  }, []);

  function saved(note: Note, draft: Draft) {
    cache.show(note);
    discardDraft(userId, draft.id);
    announce(draft.base ? m.noteUpdated : m.noteCreated);
  }

  function takeTheirs(theirs: Note | undefined, draft: Draft) {
    discardDraft(userId, draft.id);
    if (theirs) cache.show(theirs);
  }

  function discard(draft: { id: string }) {
    discardDraft(userId, draft.id);
    announce(m.draftDiscarded);
  }

  function confirmDeletion(note: Note) {
    asker.current = neighbourOf(asker.current);
    setToDelete(undefined);
    deleting.mutate(note);
  }

  return (
    <div ref={page} className="page notes">
      {pullSpinner}
      <div className="notes-head">
        <h1 className="text-title">Notes</h1>
        <Button
          ref={newNote}
          className="new-note"
          onClick={(event) => editor.create(event.currentTarget)}
        >
          <Plus aria-hidden className="size-5" />
          New note
        </Button>
      </div>
      <NoteStats notes={notes} />
      {drafts.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          onContinue={editor.continueDraft}
          onDiscard={askToDiscard}
        />
      ))}
      {query.isPending && <NoteSkeletons />}
      {query.kept && (
        <KeptNotice
          loadedAt={query.kept.loadedAt}
          onRetry={() => query.refetch()}
          pending={query.isFetching}
        />
      )}
      {query.isError && !notes && (
        <NotesFailed onRetry={() => query.refetch()} pending={query.isFetching} />
      )}
      {notes?.length === 0 && <NoNotes onCreate={editor.create} />}
      {notes && notes.length > 0 && (
        <NoteList
          notes={notes}
          onEdit={editor.edit}
          onDelete={askToDelete}
          onOpenPhoto={setPhoto}
        />
      )}
      <NoteEditor
        editing={editor.editing}
        userId={userId}
        focusAfter={() => connected(editor.opener.current) ?? newNote.current}
        onClose={(key) => {
          editor.close(key);
          refreshDrafts();
        }}
        onSaved={saved}
        onGone={cache.hide}
        onTakeTheirs={takeTheirs}
        onDiscard={discard}
      />
      <Lightbox note={photo} onClose={() => setPhoto(undefined)} />
      <DeleteDialog
        note={toDelete}
        onCancel={() => setToDelete(undefined)}
        onConfirm={confirmDeletion}
        focusAfter={focusAfterQuestion}
      />
      <DiscardDialog
        open={toDiscard !== undefined}
        onCancel={() => setToDiscard(undefined)}
        onConfirm={() => {
          setToDiscard(undefined);
          if (toDiscard) discard(toDiscard);
        }}
        focusAfter={focusAfterQuestion}
      />
      {announcement}
    </div>
  );
}

/** The same button of the note after it, or before it: the one that was pressed goes with its note. */
function neighbourOf(button: HTMLElement | null): HTMLElement | null {
  const card = button?.closest('li');
  const beside = card?.nextElementSibling ?? card?.previousElementSibling;
  return beside?.querySelector<HTMLElement>('.note-delete') ?? null;
}

const connected = (element: HTMLElement | null) => (element?.isConnected ? element : null);

export default withQueries(Notes);
