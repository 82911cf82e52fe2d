import { useEffect, useState } from 'react';
import type { InferInput } from 'valibot';
import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import { type Note, noteText } from '../contract.ts';
import { draftPhotos, draftPrefix } from './draft-storage.ts';

export type NoteText = InferInput<typeof noteText>;

const TEXT_FIELDS = Object.keys(noteText.entries) as (keyof NoteText)[];

/** A note while it is edited. */
export type Draft = NoteText & {
  /** The id of the note. A new note gets it here, so that saving twice creates one note. */
  id: string;
  /** The note as it was when editing began; a new note has none. */
  original?: Note;
  photo: PhotoState;
  /** Texts that were sent. If a response got lost, the server's note is recognised by them. */
  sentVersions: NoteText[];
};

/** A draft in local storage. Its photo is stored in the browser's database. */
export type StoredDraft = Omit<Draft, 'photo'> & { photo: Draft['photo']['kind'] };

export const newDraft = (): Draft => ({
  id: newId(),
  title: '',
  content: '',
  photo: { kind: 'none' },
  sentVersions: [],
});

export const draftOfNote = (note: Note): Draft => ({
  id: note.id,
  original: note,
  ...textOf(note),
  photo: unchangedPhoto(note.photo_path),
  sentVersions: [],
});

const textOf = (note: Note) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, note[field]])) as NoteText;

/** Returns whether the draft has unsaved changes. */
export function isUnsaved(draft: Draft): boolean {
  const { original = {}, photo } = draft;
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return !isSameText(draft, original);
}

/** Compares the fields of the form. A missing field equals an empty one. */
export const isSameText = (a: Partial<NoteText>, b: Partial<NoteText>) =>
  TEXT_FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));

/** Returns a random UUID. `crypto.randomUUID` is missing on pages without TLS, such as live reload on a phone. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const listeners = new Set<() => void>();

/** Returns the drafts of a user, and follows changes made in other tabs. */
export function useDrafts(userId: string): StoredDraft[] {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  useEffect(() => {
    const refresh = () => setDrafts(readDrafts(userId));
    refresh();
    listeners.add(refresh);
    addEventListener('storage', refresh);
    return () => {
      listeners.delete(refresh);
      removeEventListener('storage', refresh);
    };
  }, [userId]);
  return drafts;
}

/** Updates every `useDrafts`. Not called while typing: the list is behind the form then. */
export function notifyDraftsChanged() {
  for (const listener of listeners) listener();
}

/** Stores the draft if it has unsaved changes, otherwise deletes it. Returns false if storage failed. */
export function storeDraft(userId: string, draft: Draft): boolean {
  // A session restored from storage may lack the user's id until the server has responded.
  if (!userId) return false;
  try {
    if (!isUnsaved(draft)) discardDraft(userId, draft.id);
    else localStorage.setItem(draftPrefix(userId) + draft.id, JSON.stringify(toStored(draft)));
    return true;
  } catch {
    // Storage is full or blocked: the form still holds the text.
    return false;
  }
}

export const toStored = (draft: Draft): StoredDraft => ({ ...draft, photo: draft.photo.kind });

/** Stores the photo of the draft, or deletes the stored one if the draft has none. */
export async function storeDraftPhoto(userId: string, { id, photo }: Draft) {
  if (!userId) return;
  const key = [userId, id];
  await draftPhotos
    .write((photos) => {
      if (photo.kind === 'captured') photos.put(photo.blob, key);
      else photos.delete(key);
    })
    .catch(() => {});
}

/** Returns the draft with its photo from the browser's database. */
export async function restoreDraft(userId: string, stored: StoredDraft): Promise<Draft> {
  const { photo: kind, ...rest } = stored;
  if (kind === 'removed') return { ...rest, photo: { kind } };
  const key = [userId, stored.id];
  const blob = kind === 'captured' && (await draftPhotos.read<Blob>(key).catch(() => undefined));
  const unchanged = unchangedPhoto(stored.original?.photo_path);
  return { ...rest, photo: blob ? { kind: 'captured', blob } : unchanged };
}

export function discardDraft(userId: string, id: string) {
  localStorage.removeItem(draftPrefix(userId) + id);
  draftPhotos.write((photos) => photos.delete([userId, id])).catch(() => {});
  notifyDraftsChanged();
}

export function readDrafts(userId: string): StoredDraft[] {
  const prefix = draftPrefix(userId);
  return Object.keys(localStorage)
    .filter((key) => userId && key.startsWith(prefix))
    .map((key) => parseDraft(localStorage.getItem(key)))
    .filter((draft) => draft !== undefined);
}

/** Returns undefined if the text is not a stored draft. */
export function parseDraft(json: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(json ?? 'null');
    const isDraft = [draft.id, draft.title, draft.content].every((of) => typeof of === 'string');
    return isDraft ? { ...draft, sentVersions: draft.sentVersions ?? [] } : undefined;
  } catch {
    return undefined;
  }
}
