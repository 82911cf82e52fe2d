import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { clientErrors } from '#client/api-client/messages.ts';
import { Button } from '#client/components/button.tsx';
import { offerUndo } from '#client/components/offer-undo.ts';
import { toast } from '#client/components/toast.ts';
import { useAnnouncement } from '#client/components/use-announcement.tsx';
import { scrollToTopAfterClose } from '#client/components/use-close-on-back.ts';
import { usePullToRefresh } from '#client/components/use-pull-to-refresh.tsx';
import { useReturnFocus } from '#client/components/use-return-focus.ts';
import { onlineStore, useOnline } from '#client/pwa/online.ts';
import { isConflict } from '#client/sync/conflict.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { Resolution } from '#client/sync/edit.ts';
import { syncToasts } from '#client/sync/messages.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { SendOutcome } from '#client/sync/sender.ts';
import { StaleNotice } from '#client/sync/stale-notice.tsx';
import { UnsentNotice } from '#client/sync/unsent-notice.tsx';
import { useCollection } from '#client/sync/use-collection.ts';
import type { SyncEvent, UserSync } from '#client/sync/user-sync.ts';
import type { Note } from '../contract.ts';
import { DeleteDialog, DiscardDialog, NoteConflictDialog, PhotoDialog } from './dialogs.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { NoNotes, NoteSkeletons, NotesFailed } from './list-states.tsx';
import { notesMessages as m, noteToasts } from './messages.ts';
import { NoteEditor, useNoteEditor } from './note-editor.tsx';
import { noteEntity } from './note-entity.ts';
import { NO_FILTER } from './note-filter.ts';
import { neighbouringDeleteButton } from './note-list.tsx';
import { NoteStats } from './note-stats.tsx';
import { SearchableNotes } from './searchable-notes.tsx';
import type { EditOutcome } from './use-note-form.ts';

export default function Notes() {
  const collection = useCollection<Note>(noteEntity, handleEvent);
  const { items: notes, entries, drafts, loadedAt, connection, sync } = collection;
  const editor = useNoteEditor(sync);
  const [page, pullSpinner] = usePullToRefresh(collection.reload, m.refreshing);
  const newNoteButton = useRef<HTMLButtonElement>(null);
  const { triggerButton, finalFocus } = useReturnFocus(page, newNoteButton);
  const [announcement, announce] = useAnnouncement();
  const [filter, setFilter] = useState(NO_FILTER);
  const [createdId, setCreatedId] = useState<string>();
  const [openPhoto, setOpenPhoto] = useState<Note>();
  const [toDelete, setToDelete] = useState<Note>();
  const [toDiscard, setToDiscard] = useState<Draft>();
  const [toResolve, setToResolve] = useState<string>();
  const entryToResolve = entries.get(toResolve ?? '');
  const conflict = isConflict(entryToResolve) ? entryToResolve : undefined;
  const online = useOnline();
  const hasFailed = connection === 'failed';
  const isLoaded = loadedAt !== undefined;

  function handleEvent(event: SyncEvent) {
    if (event.kind === 'load-failed') return toast(noteToasts.loadFailed);
    const { answer, settled, id } = event;
    if (answer.kind === 'rejected') toast({ ...failureOf(settled.entry), message: answer.error });
    if (settled.isMerged && !conflict) toast(syncToasts.merged);
    if (isConflict(settled.entry) && !editor.editing.draft) setToResolve(id);
  }

  /** Tells the person that a change could not be sent. It is stored, and sent later. */
  async function reportUnsent(sent: Promise<SendOutcome>, id?: string, undo?: () => void) {
    // Without a connection no request was made, so nothing has failed.
    if ((await sent) !== 'unreachable' || !onlineStore.get()) return;
    const waiting = (await sync?.outbox.entries()) ?? [];
    // Sending may have stopped at another change, before this one.
    const failed = waiting.find(({ error }) => error);
    const entry = waiting.find((one) => one.id === id) ?? failed;
    const message = entry?.error ?? failed?.error ?? clientErrors.network;
    if (!entry) return;
    const shown = { ...failureOf(entry), message };
    if (undo && entry.change.kind === 'delete') offerUndo(shown, undo);
    else toast(shown);
  }

  /** Waits until something is stored. Tells the person if the device has no space for it. */
  async function stored<T>(storing: Promise<T> | undefined): Promise<T | undefined> {
    try {
      return await storing;
    } catch (error) {
      console.error('A change could not be stored', error);
      toast(syncToasts.storageFull);
      return undefined;
    }
  }

  function finishEditing(outcome: EditOutcome, id: string) {
    if (outcome.kind === 'discarded') announce(m.draftDiscarded);
    if (outcome.kind === 'created') {
      announce(m.noteCreated);
      setFilter(NO_FILTER);
      setCreatedId(id);
      // The list shows a new note at its start.
      scrollToTopAfterClose();
      void reportUnsent(outcome.sent, id);
    }
    if (outcome.kind === 'updated') {
      announce(m.noteUpdated);
      void reportUnsent(outcome.sent, id);
    }
  }

  async function confirmDiscard() {
    // The pressed button disappears with its draft.
    triggerButton.current = null;
    setToDiscard(undefined);
    if (!toDiscard || !sync) return;
    await sync.drafts.discard(noteEntity, toDiscard.id);
    sync.publishDraft(noteEntity, toDiscard.id);
    announce(m.draftDiscarded);
  }

  async function confirmDelete(note: Note) {
    // The pressed button disappears with its note.
    triggerButton.current = neighbouringDeleteButton(triggerButton.current);
    setToDelete(undefined);
    const removed = await stored(sync?.remove(noteEntity, note));
    if (!removed) return;
    // Another device's change was merged a moment ago: ask again, now that it can be seen.
    const { undo, sent } = removed;
    if (!undo) return askAgain(note.id);
    const restore = async () => (await stored(undo())) && announce(m.noteRestored);
    offerUndo({ title: m.noteDeleted }, restore);
    void reportUnsent(sent, note.id, restore);
  }

  async function askAgain(id: string) {
    const { store, refresh } = (sync as UserSync).collection(noteEntity);
    await refresh([id]);
    setToDelete(store.get().items?.find((one) => one.id === id) as Note | undefined);
  }

  async function resolve(resolution: Resolution) {
    const resolved = conflict && (await stored(sync?.resolve(noteEntity, conflict, resolution)));
    // Otherwise the note has changed again, and the dialog now shows that version.
    if (resolved?.isResolved) setToResolve(undefined);
  }

  function edit(note: Note) {
    const entry = entries.get(note.id);
    if (isConflict(entry)) setToResolve(note.id);
    else void editor.edit(note, entry);
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
      <NoteStats
        notes={isLoaded && collection.isComplete ? notes : undefined}
        filter={filter}
        onFilter={setFilter}
      />
      <UnsentNotice
        entries={entries}
        isSending={collection.isSending}
        onSend={() => void (sync && reportUnsent(sync.send()))}
      />
      {drafts.map((draft) => (
        <DraftOffer
          key={draft.id}
          draft={draft}
          onContinue={editor.continueDraft}
          onDiscard={setToDiscard}
        />
      ))}
      {!isLoaded && online && !hasFailed && <NoteSkeletons />}
      {isLoaded && online && hasFailed && (
        <StaleNotice
          loadedAt={loadedAt}
          onRetry={collection.reload}
          pending={collection.isLoading}
        />
      )}
      {!isLoaded && (!online || hasFailed) && (
        <NotesFailed onRetry={collection.reload} pending={collection.isLoading} />
      )}
      {isLoaded && notes?.length === 0 && <NoNotes onCreate={editor.create} />}
      {notes && notes.length > 0 && (
        <SearchableNotes
          notes={notes}
          entries={entries}
          filter={filter}
          onFilter={setFilter}
          createdId={createdId}
          onEdit={edit}
          onDelete={setToDelete}
          onOpenPhoto={setOpenPhoto}
        />
      )}
      {sync && (
        <NoteEditor
          editor={editor}
          sync={sync}
          current={notes ?? []}
          finalFocus={finalFocus}
          onFinish={finishEditing}
        />
      )}
      <NoteConflictDialog
        entry={conflict}
        onResolve={resolve}
        onClose={() => setToResolve(undefined)}
        finalFocus={finalFocus}
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

/** Returns the toast for a change that was not saved on the server. A rejected deletion leaves no entry. */
function failureOf(entry: OutboxEntry | undefined) {
  if (!entry || entry.change.kind === 'delete') return noteToasts.deletionFailed;
  return entry.base ? noteToasts.updateFailed : noteToasts.creationFailed;
}
