import type { InferInput } from 'valibot';
import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { Draft } from '#client/sync/draft.ts';
import { fieldsOf, haveSameFields } from '#client/sync/entity.ts';
import { newId } from '#client/sync/new-id.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import type { Note, noteText } from '../contract.ts';
import { noteEntity } from './note-entity.ts';

export type NoteText = InferInput<typeof noteText>;

/** A note while it is edited. */
export type NoteDraft = NoteText & {
  id: string;
  /** The note as it was when editing began; a new note has none. */
  original?: Note;
  photo: PhotoState;
};

export const newDraft = (text: NoteText = { title: '', content: '' }): NoteDraft => ({
  id: newId(),
  ...text,
  photo: { kind: 'none' },
});

export const draftOfNote = (note: Note): NoteDraft => ({
  id: note.id,
  original: note,
  title: note.title,
  content: note.content,
  photo: unchangedPhoto(note.photo_path),
});

/** Returns whether the draft has unsaved changes. */
export function isUnsaved(draft: NoteDraft): boolean {
  const { original = {}, photo } = draft;
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return !haveSameFields(noteEntity, draft, original);
}

/** Stores the draft if it has unsaved changes or waits for a photo, otherwise deletes it. */
export async function storeDraft(
  { drafts, userId }: UserSync,
  draft: NoteDraft,
  { isAwaitingPhoto = false } = {},
) {
  if (!isUnsaved(draft) && !isAwaitingPhoto) return drafts.discard(noteEntity, draft.id);
  const { id, original, photo } = draft;
  await drafts.store({
    userId,
    entity: noteEntity.name,
    id,
    original,
    fields: fieldsOf(noteEntity, draft),
    photo: photo.kind,
    isAwaitingPhoto,
  });
}

/** Returns a stored draft with its photo. */
export async function restoreDraft({ drafts }: UserSync, stored: Draft): Promise<NoteDraft> {
  const photo = await drafts.readPhoto(noteEntity, stored);
  const text = stored.fields as NoteText;
  return { id: stored.id, original: stored.original as Note | undefined, ...text, photo };
}
