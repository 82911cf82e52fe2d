import { useRef, useState } from 'react';
import { usePageTitle } from '#client/components/page-title.ts';
import { isSideBySide, Panes } from '#client/components/panes.tsx';
import { ShortcutsButton, useShortcutsHelp } from '#client/components/shortcuts-button.tsx';
import { useAnnouncement } from '#client/components/use-announcement.tsx';
import { useReturnFocus } from '#client/components/use-return-focus.ts';
import { useShortcuts } from '#client/components/use-shortcuts.ts';
import { useOnline } from '#client/pwa/online.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { Note } from '../contract.ts';
import { DeleteDialog, DiscardDialog, NoteConflictDialog, PhotoDialog } from './dialogs.tsx';
import { NothingOpen } from './list-states.tsx';
import { noteShortcuts } from './messages.ts';
import { NoteEditor } from './note-editor.tsx';
import { neighbouringDeleteButton } from './note-list.tsx';
import { NoteReader, type Reading } from './note-reader.tsx';
import { NotesOverview } from './notes-overview.tsx';
import type { EditOutcome } from './use-note-form.ts';
import { type Notes, useNotes } from './use-notes.ts';
import { neighbouringLink, noteIdOf, useOpenNote } from './use-open-note.ts';
import './notes-layout.css';
import './notes.css';

export default function NotesScreen() {
  const page = useRef<HTMLDivElement>(null);
  const newNoteButton = useRef<HTMLButtonElement>(null);
  const { triggerButton, finalFocus } = useReturnFocus(page, newNoteButton);
  const [announcement, announce] = useAnnouncement();
  const notes = useNotes(announce);
  const { editor, items, entries, sync } = notes;
  const opened = useOpenNote(newNoteButton);
  const reading = readingOf(opened.id, notes, useOnline());
  const help = useShortcutsHelp();
  const [openPhoto, setOpenPhoto] = useState<Note>();
  const [toDelete, setToDelete] = useState<Note>();
  const [toDiscard, setToDiscard] = useState<Draft>();
  const isOpen = reading !== undefined || editor.isInPane;
  usePageTitle(reading?.kind === 'note' ? reading.note.title : 'Notes');

  function open({ id }: Note) {
    notes.leaveForm();
    opened.open(id);
  }

  function edit(note: Note) {
    // Beside the list, the edited note takes the place of the one that was read.
    if (opened.id && opened.id !== note.id && isSideBySide())
      opened.open(note.id, { withFocus: false });
    notes.edit(note);
  }

  function finishEditing(outcome: EditOutcome, id: string) {
    notes.finishEditing(outcome, id);
    if (outcome.kind === 'created' && opened.id) opened.open(id, { withFocus: false });
  }

  async function confirmDiscard() {
    // The pressed button disappears with its draft.
    triggerButton.current = null;
    setToDiscard(undefined);
    if (toDiscard) await notes.discard(toDiscard);
  }

  async function confirmDelete(note: Note) {
    // The pressed button disappears with its note.
    triggerButton.current = neighbouringDeleteButton(triggerButton.current);
    setToDelete(undefined);
    if (note.id === opened.id) {
      const next = neighbouringLink(note.id, 1) ?? neighbouringLink(note.id, -1);
      triggerButton.current = next ?? null;
      opened.returnTo(next?.id);
      opened.close();
    }
    setToDelete(await notes.remove(note));
  }

  /** Opens the next or the previous note of the list. */
  function step(by: 1 | -1) {
    const link = neighbouringLink(opened.id, by);
    if (!link) return;
    link.focus();
    opened.open(noteIdOf(link), { withFocus: false });
  }

  /** Opens a form by a key, and returns the focus to where it was. */
  function openForm(openNow: () => void) {
    const { activeElement } = document;
    triggerButton.current = activeElement === document.body ? null : (activeElement as HTMLElement);
    openNow();
  }

  useShortcuts({
    n: () => openForm(editor.create),
    e: reading?.kind === 'note' ? () => openForm(() => edit(reading.note)) : undefined,
    j: () => step(1),
    k: () => step(-1),
    '/': () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    '?': help.open,
    Escape: opened.id ? opened.close : undefined,
  });

  return (
    <>
      <Panes
        ref={page}
        isOpen={isOpen}
        isSplit={isOpen || items === undefined || items.length > 0}
        list={
          <NotesOverview
            notes={notes}
            newNoteButton={newNoteButton}
            selectedId={opened.id}
            onOpen={open}
            onEdit={edit}
            onDelete={setToDelete}
            onOpenPhoto={setOpenPhoto}
            onDiscard={setToDiscard}
          >
            <ShortcutsButton help={help} shortcuts={noteShortcuts} />
          </NotesOverview>
        }
      >
        {reading && (
          <NoteReader
            key={opened.id}
            reading={reading}
            entry={entries.get(opened.id ?? '')}
            takesFocus={() => opened.takesFocus.current || !isSideBySide()}
            hidden={editor.isInPane}
            onClose={opened.close}
            onEdit={edit}
            onDelete={setToDelete}
            onOpenPhoto={setOpenPhoto}
          />
        )}
        {sync && (
          <NoteEditor
            editor={editor}
            sync={sync}
            current={items ?? []}
            finalFocus={finalFocus}
            onFinish={finishEditing}
          />
        )}
        {!isOpen && items && items.length > 0 && <NothingOpen />}
      </Panes>
      <NoteConflictDialog
        entry={notes.conflict}
        onResolve={notes.resolve}
        onClose={notes.decideLater}
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
    </>
  );
}

/** Returns what the address names. Undefined also if the list could not be loaded, which the list says. */
function readingOf(
  id: string | undefined,
  { items, isComplete, loadedAt, connection }: Notes,
  online: boolean,
): Reading | undefined {
  if (!id) return undefined;
  const note = items?.find((one) => one.id === id);
  if (note) return { kind: 'note', note };
  if (loadedAt !== undefined) return { kind: isComplete ? 'missing' : 'loading' };
  return online && connection !== 'failed' ? { kind: 'loading' } : undefined;
}
