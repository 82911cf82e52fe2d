import { useCallback, useRef, useState } from 'react';
import type { Note } from '../contract.ts';
import { type Draft, draftOf, newDraft, type Text } from './draft.ts';
import { openDraft, readDrafts, type StoredDraft } from './drafts.ts';

/** One opening of the form; `key` tells it from every other one. */
export type Editing = { key: number; draft: Draft };

/** Which draft is in the form, and where focus returns to when the form closes. */
export function useEditor(userId: string) {
  const [editing, setEditing] = useState<Editing>();
  const opener = useRef<HTMLElement>(null);
  const openings = useRef(0);

  const open = useCallback((draft: Draft, from: HTMLElement) => {
    opener.current = from;
    openings.current += 1;
    setEditing({ key: openings.current, draft });
  }, []);

  const continueDraft = useCallback(
    async (stored: StoredDraft, from: HTMLElement) => open(await openDraft(userId, stored), from),
    [open, userId],
  );

  /** Goes on with what was begun, if anything was. */
  const create = useCallback(
    (from: HTMLElement) => {
      const begun = readDrafts(userId).find((draft) => !draft.base);
      if (begun) void continueDraft(begun, from);
      else open(newDraft(), from);
    },
    [open, continueDraft, userId],
  );

  /** With words from elsewhere; what was begun before stays beside it. */
  const createWith = useCallback(
    (text: Text, from: HTMLElement) => open({ ...newDraft(), ...text }, from),
    [open],
  );

  const edit = useCallback(
    (note: Note, from: HTMLElement) => {
      const begun = readDrafts(userId).find((draft) => draft.id === note.id && draft.base);
      if (begun) void continueDraft(begun, from);
      else open(draftOf(note), from);
    },
    [open, continueDraft, userId],
  );

  /** Only this one: an answer that comes late must not close another note's form. */
  const close = useCallback((key: number) => {
    setEditing((now) => (now?.key === key ? undefined : now));
  }, []);

  return { editing, opener, create, createWith, edit, continueDraft, close };
}
