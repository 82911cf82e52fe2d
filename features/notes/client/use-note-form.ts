import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#client/components/toast.ts';
import { type Fields, validate } from '#shared/validate.ts';
import { type Note, noteText } from '../contract.ts';
import { type Draft, isUnsaved, newId, type Text } from './draft.ts';
import { discardDraft, keepDraft, keepDraftPhoto } from './drafts.ts';
import { noteToasts } from './messages.ts';
import { photoOf } from './photo-state.ts';
import { type Saved, saveDraft } from './save.ts';

export type Conflict = { kind: 'changed'; theirs: Note } | { kind: 'gone' };

/** The form's state. Every change is kept as a draft before anything else can happen to it. */
export function useNoteForm({
  initial,
  userId,
  onSaved,
  onGone,
}: {
  initial: Draft;
  userId: string;
  onSaved: (note: Note, draft: Draft) => void;
  /** Somebody deleted the note: no list should go on showing it. */
  onGone: (id: string) => void;
}) {
  const [draft, setDraft] = useState(initial);
  const [fields, setFields] = useState<Fields>({});
  const [conflict, setConflict] = useState<Conflict>();
  const [isKept, setKept] = useState(true);
  const latest = useRef(initial);
  const saving = useMutation({ mutationFn: send, onSuccess: settle });

  // What another app shared is there before anything is typed, and text may be there before its owner is known.
  const hasOwner = userId !== '';
  const ownerCameLate = useRef(!hasOwner);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person who signs in beside it does not own it
  useEffect(() => {
    if (!hasOwner || !isUnsaved(latest.current)) return;
    // A photo that came out of the database is there already; Firefox reads none that is being written over.
    keep(ownerCameLate.current ? latest.current : {});
  }, [hasOwner]);

  function remember(change: Partial<Draft>) {
    latest.current = { ...latest.current, ...change };
    setDraft(latest.current);
  }

  function edit(change: Partial<Draft>) {
    remember(change);
    keep(change);
    setFields({});
  }

  function keep({ photo }: Partial<Draft>) {
    setKept(keepDraft(userId, latest.current));
    if (photo) void keepDraftPhoto(userId, latest.current);
  }

  /** Answers with the wrong fields, so that the form can lead there. */
  function save(): Fields {
    const checked = validate(noteText, latest.current);
    setFields(checked.valid ? {} : checked.fields);
    if (!checked.valid) return checked.fields;
    setConflict(undefined);
    edit({ attempts: [...latest.current.attempts, checked.value] });
    saving.mutate(checked.value);
    return {};
  }

  function send(text: Text) {
    // Only in memory: who comes back later uploads again, the server sweeps what nobody used.
    return saveDraft(latest.current, text, (photo) => remember({ photo }));
  }

  function settle(result: Saved) {
    const { id, base, photo } = latest.current;
    if (result.kind === 'signed-out') return;
    if (result.kind === 'saved') return onSaved(result.note, latest.current);
    toast({
      ...(base ? noteToasts.updateFailed : noteToasts.creationFailed),
      message: result.error,
    });
    if (result.kind === 'gone') onGone(id);
    if (result.kind !== 'failed') return setConflict(result);
    setFields(result.fields ?? {});
    // It was uploaded too long ago and is gone: the next try sends it again.
    if (result.fields?.photo_path && photo.kind === 'captured')
      remember({ photo: { kind: 'captured', blob: photo.blob } });
  }

  /** The same text on top of theirs, or as a note of its own when theirs is gone. */
  function keepMine() {
    const { id, photo } = latest.current;
    if (conflict?.kind === 'changed') {
      const { theirs } = conflict;
      edit({ base: theirs, photo: photo.kind === 'existing' ? photoOf(theirs) : photo });
    } else {
      const mine = photo.kind === 'captured' ? photo : photoOf(undefined);
      edit({ base: undefined, id: newId(), photo: mine, attempts: [] });
      discardDraft(userId, id);
    }
    save();
  }

  return { draft, isKept, fields, conflict, isSaving: saving.isPending, edit, save, keepMine };
}
