import { call } from '#client/api-client/api.ts';
import type { ApiError } from '#client/api-client/api-error.ts';
import type { PhotoState } from '#client/photos/prepare-photo.ts';
import { storedToken } from '#client/session/stored-session.ts';
import { endpoints } from '#shared/endpoints.ts';
import type { Note } from '../contract.ts';
import { type Draft, isSameText, type NoteText, newId } from './drafts.ts';
import { notesMessages as m } from './messages.ts';

export type SaveResult =
  | { kind: 'saved'; note: Note }
  /** The note was changed elsewhere since editing began. */
  | { kind: 'changed'; serverNote: Note; error: string }
  | { kind: 'deleted'; error: string }
  | { kind: 'failed'; error: string; fields?: Record<string, string> }
  /** The session has ended. Unless the user signed out, the session module has shown a toast. */
  | { kind: 'signed-out' };

type Body = NoteText & { photo_path?: string | null };
type Saving = { draft: Draft; body: Body; bearer: string | undefined };

/**
 * Uploads the photo, then saves the note. `text` is the validated text of the form; `onUploaded`
 * receives the photo with its path, for the next try. Every request is sent with the token of the
 * user who started: another one may sign in before the last of them.
 */
export async function saveNote(
  draft: Draft,
  text: NoteText,
  onUploaded: (photo: PhotoState) => void,
): Promise<SaveResult> {
  const { photo } = draft;
  const bearer = storedToken() ?? undefined;
  const body: Body = { ...text };
  if (photo.kind === 'removed') body.photo_path = null;
  if (photo.kind === 'captured') {
    const upload = await uploadPhoto(photo, bearer);
    if (!upload.success) return uploadFailed(upload);
    body.photo_path = upload.filePath;
    onUploaded({ ...photo, uploaded: upload.filePath });
  }
  const saving: Saving = { draft, body, bearer };
  return draft.original ? update(saving, draft.original.version) : create(saving, draft.id);
}

async function create(saving: Saving, id: string): Promise<SaveResult> {
  const { draft, body, bearer } = saving;
  const result = await call('createNote', { body: { ...body, id }, bearer });
  if (!result.success) return failed(result);
  if (isSame(result.note, body)) return { kind: 'saved', note: result.note };
  // A note with this id exists. If an earlier try created it and the response got lost: update it.
  if (wasSent(draft, result.note)) return update(saving, result.note.version);
  // If another tab with the same draft created it: these are two notes.
  return create(saving, newId());
}

async function update(saving: Saving, version: number): Promise<SaveResult> {
  const { draft, body, bearer } = saving;
  const params = { id: draft.id };
  const result = await call('updateNote', { params, body: { ...body, version }, bearer });
  if (result.success) return { kind: 'saved', note: result.note };
  const { error, conflict, status } = result;
  const serverNote = conflict?.note;
  if (status === 404) return { kind: 'deleted', error };
  if (status !== 409 || !serverNote) return failed(result);
  // An earlier try was saved, only its response got lost.
  if (isSame(serverNote, body)) return { kind: 'saved', note: serverNote };
  if (wasSent(draft, serverNote)) return update(saving, serverNote.version);
  return { kind: 'changed', serverNote, error };
}

function uploadPhoto(
  { blob, uploaded }: Extract<PhotoState, { kind: 'captured' }>,
  bearer: Saving['bearer'],
) {
  if (uploaded) return { success: true as const, filePath: uploaded };
  const format = blob.type.replace('image/', '');
  const form = new FormData();
  form.append('file', blob, `photo-${Date.now()}.${format}`);
  return call('upload', { body: form, bearer });
}

/** The toast says 'Upload failed'; the reason, if known, is shown beside the photo. */
function uploadFailed(result: ApiError): SaveResult {
  if (result.isAuthError) return { kind: 'signed-out' };
  const error = endpoints.upload.fallbackError;
  const reason = result.status === 0 ? m.noConnection : result.error;
  return { kind: 'failed', error, ...(reason !== error && { fields: { photo_path: reason } }) };
}

const failed = ({ error, fields, isAuthError }: ApiError): SaveResult =>
  isAuthError ? { kind: 'signed-out' } : { kind: 'failed', error, fields };

const isSame = (note: Note, body: Body) =>
  isSameText(note, body) && (body.photo_path === undefined || note.photo_path === body.photo_path);

const wasSent = (draft: Draft, note: Note) =>
  draft.sentVersions.some((sent) => isSameText(sent, note));
