import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '#client/components/toast.ts';
import { unchangedPhoto } from '#client/photos/prepare-photo.ts';
import { isSignedInAs } from '#client/session/session.ts';
import { type Fields, validate } from '#shared/validate.ts';
import { type Note, noteText } from '../contract.ts';
import {
  type Draft,
  discardDraft,
  isUnsaved,
  type NoteText,
  newId,
  storeDraft,
  storeDraftPhoto,
} from './drafts.ts';
import { noteToasts } from './messages.ts';
import { useNoteCache } from './notes-cache.ts';
import { type SaveResult, saveNote } from './save-note.ts';

/** Why a note could not be saved: it was changed, or deleted, elsewhere. */
export type Conflict = { kind: 'changed'; serverNote: Note } | { kind: 'deleted' };

/** How editing ended. Only `closed` keeps the draft; `reverted` accepts the server's version. */
export type EditOutcome = 'created' | 'updated' | 'reverted' | 'discarded' | 'closed';

/** Holds the state of the form. Every change is stored as a draft at once. */
export function useNoteForm({
  initial,
  userId,
  onFinish,
}: {
  initial: Draft;
  userId: string;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const [draft, setDraft] = useState(initial);
  const [fields, setFields] = useState<Fields>({});
  const [conflict, setConflict] = useState<Conflict>();
  const [isStored, setStored] = useState(true);
  const latest = useRef(initial);
  const cache = useNoteCache();
  const saving = useMutation({ mutationFn: send, onSuccess: handleResult });

  // Shared text is there before anything is typed, and text may be typed before the user's id is known.
  const hasUser = userId !== '';
  const userCameLate = useRef(!hasUser);
  const storeInitial = useEffectEvent(() => {
    if (!isUnsaved(latest.current)) return;
    // A restored photo is in the database already; Firefox cannot read one that is being overwritten.
    store(userCameLate.current ? latest.current : {});
  });
  useEffect(() => {
    if (hasUser) storeInitial();
  }, [hasUser]);

  function change(changes: Partial<Draft>) {
    latest.current = { ...latest.current, ...changes };
    setDraft(latest.current);
  }

  function edit(changes: Partial<Draft>) {
    change(changes);
    store(changes);
    setFields({});
  }

  function store({ photo }: Partial<Draft>) {
    setStored(storeDraft(userId, latest.current));
    if (photo) void storeDraftPhoto(userId, latest.current);
  }

  /** Saves the note if it is valid. Returns the errors by field, so that the form can focus the first. */
  function save(): Fields {
    const checked = validate(noteText, latest.current);
    setFields(checked.valid ? {} : checked.fields);
    if (!checked.valid) return checked.fields;
    setConflict(undefined);
    edit({ sentVersions: [...latest.current.sentVersions, checked.value] });
    saving.mutate(checked.value);
    return {};
  }

  function send(text: NoteText) {
    // The path of the upload is not stored: a restored draft uploads again, and the server deletes unused files.
    return saveNote(latest.current, text, (photo) => change({ photo }));
  }

  function handleResult(result: SaveResult) {
    const { id, original, photo } = latest.current;
    if (result.kind === 'signed-out') return;
    // The list and the toasts belong to the user who is signed in now.
    if (!isSignedInAs(userId)) {
      if (result.kind === 'saved') discardDraft(userId, id);
      return;
    }
    if (result.kind === 'saved') {
      cache.upsert(result.note);
      return finish(original ? 'updated' : 'created');
    }
    toast({
      ...(original ? noteToasts.updateFailed : noteToasts.creationFailed),
      message: result.error,
    });
    if (result.kind === 'deleted') cache.remove(id);
    if (result.kind !== 'failed') return setConflict(result);
    setFields(result.fields ?? {});
    // The server has deleted the upload because it was not used in time: the next try uploads again.
    if (result.fields?.photo_path && photo.kind === 'captured')
      change({ photo: { kind: 'captured', blob: photo.blob } });
  }

  /** Saves this text over the server's version, or as a new note if that one was deleted. */
  function overwriteWithMine() {
    const { id, photo } = latest.current;
    if (conflict?.kind === 'changed') {
      const { serverNote } = conflict;
      const photoOnServer = unchangedPhoto(serverNote.photo_path);
      edit({ original: serverNote, photo: photo.kind === 'existing' ? photoOnServer : photo });
    } else {
      const mine = photo.kind === 'captured' ? photo : unchangedPhoto(undefined);
      edit({ original: undefined, id: newId(), photo: mine, sentVersions: [] });
      discardDraft(userId, id);
    }
    save();
  }

  function acceptServerVersion() {
    if (conflict?.kind === 'changed') cache.upsert(conflict.serverNote);
    finish('reverted');
  }

  function finish(outcome: EditOutcome) {
    discardDraft(userId, latest.current.id);
    onFinish(outcome);
  }

  return {
    draft,
    isStored,
    fields,
    conflict,
    isSaving: saving.isPending,
    edit,
    save,
    overwriteWithMine,
    acceptServerVersion,
    discard: () => finish('discarded'),
  };
}
