import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { withQueries } from '#client/api-client/query.tsx';
import { Button } from '#client/components/button.tsx';
import { useAnnouncement } from '#client/components/use-announcement.tsx';
import { scrollToTopAfterClose } from '#client/components/use-close-on-back.ts';
import { usePullToRefresh } from '#client/components/use-pull-to-refresh.tsx';
import { useReturnFocus } from '#client/components/use-return-focus.ts';
import { useUser } from '#client/session/session.ts';
import type { Note } from '../contract.ts';
import { DeleteDialog, DiscardDialog, PhotoDialog } from './dialogs.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { discardDraft, type StoredDraft, useDrafts } from './drafts.ts';
import { NoNotes, NoteSkeletons, NotesFailed, OfflineNotice } from './list-states.tsx';
import { notesMessages as m } from './messages.ts';
import { NoteEditor, useNoteEditor } from './note-editor.tsx';
import { NoteList, NoteStats, neighbouringDeleteButton } from './note-list.tsx';
import { useDeleteNote, useNotes } from './notes-cache.ts';
import type { EditOutcome } from './use-note-form.ts';

function Notes() {
  const { id: userId } = useUser();
  const query = useNotes(userId);
  const notes = query.data?.notes ?? query.offline?.items;
  const drafts = useDrafts(userId);
  const editor = useNoteEditor(userId);
  const [page, pullSpinner] = usePullToRefresh(query.refetch, m.refreshing);
  const newNoteButton = useRef<HTMLButtonElement>(null);
  const { triggerButton, finalFocus } = useReturnFocus(page, newNoteButton);
  const [announcement, announce] = useAnnouncement();
  const deleting = useDeleteNote(userId, () => announce(m.noteDeleted));
  const [openPhoto, setOpenPhoto] = useState<Note>();
  const [toDelete, setToDelete] = useState<Note>();
  const [toDiscard, setToDiscard] = useState<StoredDraft>();

  function announceOutcome(outcome: EditOutcome) {
    if (outcome === 'created') {
      announce(m.noteCreated);
      // The list shows a new note at its start.
      scrollToTopAfterClose();
    }
    if (outcome === 'updated') announce(m.noteUpdated);
    if (outcome === 'discarded') announce(m.draftDiscarded);
  }

  function confirmDiscard() {
    setToDiscard(undefined);
    if (!toDiscard) return;
    discardDraft(userId, toDiscard.id);
    announce(m.draftDiscarded);
  }

  function confirmDelete(note: Note) {
    // The pressed button disappears with its note.
    triggerButton.current = neighbouringDeleteButton(triggerButton.current);
    setToDelete(undefined);
    deleting.mutate(note);
  }

  return (
    <div ref={page} className="page notes">
      {pullSpinner}
      <div className="notes-head">
        <h1 className="text-title">Notes</h1>
        <Button ref={newNoteButton} className="new-note" onClick={editor.create}>
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
          onDiscard={setToDiscard}
        />
      ))}
      {query.isPending && <NoteSkeletons />}
      {query.offline && (
        <OfflineNotice
          loadedAt={query.offline.loadedAt}
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
          onDelete={setToDelete}
          onOpenPhoto={setOpenPhoto}
        />
      )}
      <NoteEditor
        editor={editor}
        userId={userId}
        finalFocus={finalFocus}
        onFinish={announceOutcome}
      />
      <PhotoDialog note={openPhoto} onClose={() => setOpenPhoto(undefined)} />
      <DeleteDialog
        note={toDelete}
        onCancel={() => setToDelete(undefined)}
        onConfirm={confirmDelete}
        finalFocus={finalFocus}
      />
      <DiscardDialog
        open={toDiscard !== undefined}
        onCancel={() => setToDiscard(undefined)}
        onConfirm={confirmDiscard}
        finalFocus={finalFocus}
      />
      {announcement}
    </div>
  );
}

export default withQueries(Notes);
