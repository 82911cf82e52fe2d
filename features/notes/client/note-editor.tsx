import { Dialog } from '@base-ui/react/dialog';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
import { useLastDefined } from '#client/components/use-last-defined.ts';
import type { Note } from '../contract.ts';
import {
  type Draft,
  draftOfNote,
  newDraft,
  notifyDraftsChanged,
  readDrafts,
  restoreDraft,
  type StoredDraft,
} from './drafts.ts';
import { readNewNoteRequest } from './launch-params.ts';
import { NoteForm } from './note-form.tsx';
import type { EditOutcome } from './use-note-form.ts';

/** The draft in the form, if it is open. `key` counts the openings. */
type Editing = { key: number; draft?: Draft };

/** Holds which draft is edited. Opens a new note at once if the address asks for one. */
export function useNoteEditor(userId: string) {
  const [editing, setEditing] = useState<Editing>({ key: 0 });

  const open = useCallback(
    (draft: Draft) => setEditing(({ key }) => ({ key: key + 1, draft })),
    [],
  );

  const continueDraft = useCallback(
    async (stored: StoredDraft) => open(await restoreDraft(userId, stored)),
    [open, userId],
  );

  /** Continues the draft of a new note if there is one. */
  function create() {
    const stored = readDrafts(userId).find((draft) => !draft.original);
    if (stored) void continueDraft(stored);
    else open(newDraft());
  }

  /** Continues the draft of the note if there is one. */
  const edit = useCallback(
    (note: Note) => {
      const stored = readDrafts(userId).find((draft) => draft.id === note.id && draft.original);
      if (stored) void continueDraft(stored);
      else open(draftOfNote(note));
    },
    [open, continueDraft, userId],
  );

  /** Closes this opening only: a late response must not close the form of another note. */
  function close(key: number) {
    setEditing((current) => (current.key === key ? { key } : current));
    notifyDraftsChanged();
  }

  const openRequested = useEffectEvent(() => {
    const request = readNewNoteRequest();
    // Shared text becomes a draft of its own, beside any draft that exists.
    if (request?.title || request?.content) open({ ...newDraft(), ...request });
    else if (request) create();
  });
  useEffect(() => openRequested(), []);

  return { editing, create, edit, continueDraft, close };
}

/**
 * Shows the form above the list: full height on a phone, a dialog on a desktop. Closing it keeps
 * unsaved changes as a draft, so it never asks for confirmation. A press outside does not close it,
 * because that often happens by accident.
 */
export function NoteEditor({
  editor: { editing, close },
  userId,
  finalFocus,
  onFinish,
}: {
  editor: ReturnType<typeof useNoteEditor>;
  userId: string;
  /** Returns the element that gets focus when the editor closes. */
  finalFocus: () => HTMLElement | null;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const { key } = editing;
  const isOpen = editing.draft !== undefined;
  const draft = useLastDefined(editing.draft);
  const titleRef = useRef<HTMLInputElement>(null);
  useCloseOnBack(isOpen, () => finish('closed'));

  function finish(outcome: EditOutcome) {
    close(key);
    onFinish(outcome);
  }

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && finish('closed')}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog editor" initialFocus={titleRef} finalFocus={finalFocus}>
          {draft && (
            <NoteForm
              key={key}
              initial={draft}
              userId={userId}
              titleRef={titleRef}
              onFinish={finish}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
