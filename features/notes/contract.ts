import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { longTextField, textField } from '#shared/fields.ts';
import { formatNumber } from '#shared/format-number.ts';
import { fieldMessages as m } from '#shared/messages.ts';
import { pageQuery } from '#shared/pages.ts';
import type { Paths } from '#shared/path.ts';
import { deletionId, RESTORABLE_MINUTES } from '#shared/sync.ts';
import { storable } from '#shared/text.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';

/** Messages of the server, in `error` of a response. */
export const noteErrors = {
  changedElsewhere: 'This note was changed somewhere else in the meantime.',
  limitReached: (most: number) =>
    `You have reached the limit of ${formatNumber(most)} notes. Delete some to make room.`,
};

const note = v.object({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  photo_path: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  version: v.number(),
});
export type Note = v.InferOutput<typeof note>;

/** The fields of the form. */
export const noteText = v.object({
  title: textField('Title', { maxCharacters: 100, isRequired: true }),
  content: longTextField('Content', { maxCharacters: 1000, isRequired: true }),
});

/** A missing photo_path leaves the photo as it is, null removes it. */
const photoPath = v.optional(v.nullable(storable(m.photoNotYours)));

export const newNote = v.object({
  ...noteText.entries,
  photo_path: photoPath,
  /** Chosen by the client, so that a repeated request does not create a second note. */
  id: v.optional(v.pipe(v.string(m.idInvalid), v.uuid(m.idInvalid), v.toLowerCase())),
});

export const noteChange = v.object({
  ...noteText.entries,
  photo_path: photoPath,
  /** The version that was edited. If it is outdated, the response is 409. */
  version: v.optional(
    v.pipe(
      v.number(m.versionInvalid),
      v.integer(m.versionInvalid),
      v.minValue(1, m.versionInvalid),
    ),
  ),
});

export const noteDeletion = v.object({
  /** The version that was deleted. Without one, any version is deleted. */
  version: v.optional(
    v.pipe(v.string(m.versionInvalid), v.regex(/^[1-9]\d{0,14}$/, m.versionInvalid), v.toNumber()),
  ),
  /** Names this deletion, so that it can be undone. */
  deletion: deletionId,
});

/** The deletion to undo. Without one, the last deletion of the note is undone. */
const undoneDeletion = v.object({ deletion: deletionId });

const nothing = v.object({});
const oneNote = v.object({ note });
/** `seq` is the number of the change, see `GET /api/changes`. */
const savedNote = v.object({ note, seq: v.number() });

export const noteEndpoints = defineEndpoints({
  listNotes: {
    method: 'GET',
    path: '/api/notes',
    access: 'session',
    summary:
      'The notes of the signed-in person, newest first, all or one page, and the number of the latest change',
    fallbackError: 'Failed to get notes',
    query: pageQuery,
    /** `next` leads to the next page, if one page was requested; it is null when there is none. */
    response: v.object({
      notes: v.array(note),
      seq: v.number(),
      next: v.optional(v.nullable(v.string())),
    }),
  },
  createNote: {
    method: 'POST',
    path: '/api/notes',
    access: 'session',
    summary: 'Create a note; returns the existing note if its id was used before',
    fallbackError: 'Failed to create note',
    body: newNote,
    response: savedNote,
    status: 201,
    errors: {
      403: 'The person has reached the limit for notes; `error` names it.',
      404: 'The id belongs to a note of somebody else, or to one that was deleted.',
    },
  },
  updateNote: {
    method: 'PUT',
    path: '/api/notes/{id}',
    access: 'session',
    summary: 'Change a note; an outdated version gets 409 with the current note',
    fallbackError: 'Failed to update note',
    body: noteChange,
    response: savedNote,
    errors: {
      409: 'The note was changed in the meantime; `note` is the current one.',
    },
    conflict: oneNote,
  },
  deleteNote: {
    method: 'DELETE',
    path: '/api/notes/{id}',
    access: 'session',
    summary:
      'Delete a note and its photo, which can be undone for some minutes; an outdated version gets 409 with the current note',
    fallbackError: 'Failed to delete note',
    query: noteDeletion,
    response: nothing,
    errors: {
      409: 'The note was changed in the meantime; `note` is the current one.',
    },
    conflict: oneNote,
  },
  restoreNote: {
    method: 'POST',
    path: '/api/notes/{id}/restore',
    access: 'session',
    summary:
      'Undo the deletion of a note, with its photo, date of creation and a new version; returns the note if it is not deleted',
    fallbackError: 'Failed to restore note',
    query: undoneDeletion,
    response: savedNote,
    errors: {
      403: 'The person has as many notes as one may have; `error` names the limit.',
      404: `The note was deleted more than ${RESTORABLE_MINUTES} minutes ago, or by another deletion than the named one.`,
    },
  },
});

export const notePaths = { '/notes': 'browser' } as const satisfies Paths;

export const noteManifest: FeatureManifest<typeof notePaths> = {
  startPath: '/notes',
  shortcuts: [{ name: 'New note', url: '/notes?new' }],
  shareTarget: {
    path: '/notes',
    params: { title: 'title', text: 'text', url: 'url', photo: 'photo' },
  },
  screenshots: [
    {
      file: 'notes-wide-light.webp',
      sizes: '1680x1080',
      form_factor: 'wide',
      label: 'Notes with photos',
    },
    {
      file: 'notes-phone-light.webp',
      sizes: '720x1440',
      form_factor: 'narrow',
      label: 'Notes with photos',
    },
  ],
};
