import * as v from 'valibot';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from './constants.ts';
import { fieldMessages as m } from './messages.ts';
import { storable, visible } from './text.ts';

export const note = v.object({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  photo_path: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  version: v.number(),
});
export type Note = v.InferOutput<typeof note>;

/** What the form edits. */
export const noteText = v.object({
  title: v.pipe(
    storable(m.titleRequired),
    v.trim(),
    visible(m.titleRequired),
    v.maxLength(NOTE_TITLE_MAX_CHARACTERS, m.titleTooLong),
  ),
  content: v.pipe(
    storable(m.contentRequired),
    visible(m.contentRequired),
    v.maxLength(NOTE_CONTENT_MAX_CHARACTERS, m.contentTooLong),
  ),
});

/** A missing photo_path leaves the photo as it is, null removes it. */
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

export const newNote = v.object({
  ...noteText.entries,
  photo_path: photoPath,
  /** Chosen by the client, so that a repeated request makes one note. */
  id: v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid), v.toLowerCase())),
});

export const noteChange = v.object({
  ...noteText.entries,
  photo_path: photoPath,
  /** The version the change was made on; another one is answered with 409. */
  version: v.optional(
    v.pipe(
      v.number(m.versionInvalid),
      v.integer(m.versionInvalid),
      v.minValue(1, m.versionInvalid),
    ),
  ),
});
