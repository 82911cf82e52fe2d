import type { Note } from '../contract.ts';
import { type PhotoState, photoOf } from './photo-state.ts';

export type Text = { title: string; content: string };

/** A note in the form, as far as it has come. */
export type Draft = Text & {
  /** Of the note, also of one that does not exist yet: so that saving it twice makes one. */
  id: string;
  /** The note as it was when the change began; a new note has none. */
  base?: Note;
  photo: PhotoState;
  /** What was sent and perhaps arrived: an answer that got lost is recognised by it. */
  attempts: Text[];
};

export const newDraft = (): Draft => ({
  id: newId(),
  title: '',
  content: '',
  photo: { kind: 'none' },
  attempts: [],
});

export const draftOf = (note: Note): Draft => ({
  id: note.id,
  base: note,
  title: note.title,
  content: note.content,
  photo: photoOf(note),
  attempts: [],
});

/** Whether closing the form would lose anything. */
export function isUnsaved({ base, title, content, photo }: Draft): boolean {
  if (photo.kind === 'captured' || photo.kind === 'removed') return true;
  return title !== (base?.title ?? '') || content !== (base?.content ?? '');
}

export const isSameText = (a: Text, b: Text) => a.title === b.title && a.content === b.content;

/** A random UUID. The browser's own is not there on a page without TLS, such as live reload on a phone. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
