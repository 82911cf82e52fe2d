import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { PaneDialog } from '#client/components/pane-dialog.tsx';
import { isSideBySide } from '#client/components/panes.tsx';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type { Draft } from '#client/sync/draft.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import type { Note } from '../contract.ts';
import { readNewNoteRequest } from './launch-params.ts';
import { draftOfNote, type NoteDraft, newDraft, restoreDraft } from './note-draft.ts';
import { noteEntity } from './note-entity.ts';
import { NoteForm } from './note-form.tsx';
import { openShared } from './shared-notes.ts';
import type { EditOutcome } from './use-note-form.ts';
import './note-editor.css';

/** The draft in the form, if it is open. `key` counts the openings, `rejected` is an earlier try that the server refused. */
type Editing = {
  key: number;
  draft?: NoteDraft;
  rejected?: OutboxEntry;
  /**
   * Where the form is shown. It stays there if the window gets another size, for example because a tablet is turned
   * while its camera is open: the form would lose what it waits for.
   */
  isInPane: boolean;
};

export type NoteEditing = ReturnType<typeof useNoteEditor>;

/** Holds which draft is edited. Opens a new note at once if the address asks for one. */
export function useNoteEditor(sync: UserSync | undefined) {
  const [editing, setEditing] = useState<Editing>({ key: 0, isInPane: false });
  const { draft: edited, isInPane } = editing;
  const editedId = useRef<string>(undefined);

  const open = useCallback(
    (draft: NoteDraft, rejected?: OutboxEntry) => {
      const before = editedId.current;
      editedId.current = draft.id;
      setEditing(({ key }) => ({ key: key + 1, draft, rejected, isInPane: isSideBySide() }));
      // The form in a pane leaves the list usable: it may have been open with another draft.
      if (before && before !== draft.id) sync?.publishDraft(noteEntity, before);
    },
    [sync],
  );

  const continueDraft = useCallback(
    async (stored: Draft) => sync && open(await restoreDraft(sync, stored)),
    [open, sync],
  );

  /** Continues the draft of a new note if there is one. */
  async function create() {
    const drafts = await sync?.drafts.read(noteEntity);
    const stored = drafts?.find((draft) => !draft.original);
    if (stored) await continueDraft(stored);
    else open(newDraft());
  }

  /** Continues the draft of the note if there is one. */
  const edit = useCallback(
    async (note: Note, entry?: OutboxEntry) => {
      const drafts = await sync?.drafts.read(noteEntity);
      const stored = drafts?.find((draft) => draft.id === note.id && draft.original);
      if (stored) await continueDraft(stored);
      else open(draftOfNote(note), entry?.problem && entry);
    },
    [open, continueDraft, sync],
  );

  /** Closes this opening only: a late response must not close the form of another note. */
  function close(key = editing.key) {
    if (editedId.current === edited?.id) editedId.current = undefined;
    setEditing((current) => (current.key === key ? { key, isInPane: current.isInPane } : current));
    if (edited) sync?.publishDraft(noteEntity, edited.id);
  }

  const openRequested = useEffectEvent(() => {
    const request = readNewNoteRequest();
    // Shared text becomes a draft of its own, beside any draft that exists.
    if (request?.title || request?.content) open(newDraft(request));
    else if (request) void create();
    else if (sync) openShared(sync, open);
  });
  const isReady = sync !== undefined;
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another app may share while this screen is open.
  useEffect(() => {
    if (isReady) openRequested();
  }, [isReady, search]);

  return {
    editing,
    isInPane: isInPane && edited !== undefined,
    create,
    edit,
    continueDraft,
    close,
  };
}

/**
 * Shows the form: in the pane beside the list if there is one, otherwise above everything. Closing it keeps unsaved
 * changes as a draft, so it never asks for confirmation. A press outside does not close it, because that often happens
 * by accident.
 */
export function NoteEditor({
  editor: { editing, close },
  sync,
  current,
  finalFocus,
  onFinish,
}: {
  editor: NoteEditing;
  sync: UserSync;
  /** The notes as they are now: another device may change one while it is edited. */
  current: Note[];
  /** Returns the element that gets focus when the editor closes. */
  finalFocus: () => HTMLElement | null;
  onFinish: (outcome: EditOutcome, id: string) => void;
}) {
  const { key } = editing;
  const isOpen = editing.draft !== undefined;
  const draft = useLastDefined(editing.draft);
  const name = useRef<HTMLHeadingElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const nameId = useId();
  useCloseOnBack(isOpen, () => finish({ kind: 'closed' }));

  function finish(outcome: EditOutcome) {
    const id = draft?.id ?? '';
    close(key);
    onFinish(outcome, id);
  }

  const form = draft && (
    <NoteForm
      key={key}
      initial={draft}
      rejected={editing.rejected}
      current={current.find(({ id }) => id === draft.id)}
      sync={sync}
      nameId={nameId}
      nameRef={name}
      titleRef={title}
      onFinish={finish}
    />
  );
  const frame = {
    // A focused field would open the keyboard of a phone.
    initialFocus: matchMedia('(pointer: coarse)').matches ? name : title,
    finalFocus,
  };

  if (editing.isInPane)
    return (
      isOpen && (
        <PaneDialog
          key={key}
          labelledBy={nameId}
          onClose={() => finish({ kind: 'closed' })}
          {...frame}
        >
          {form}
        </PaneDialog>
      )
    );
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && finish({ kind: 'closed' })}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog editor" aria-labelledby={nameId} {...frame}>
          {form}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
