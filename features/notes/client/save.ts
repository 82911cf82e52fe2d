import { call } from '#client/api/api.ts';
import type { ApiError } from '#client/api/api-error.ts';
import { endpoints } from '#shared/endpoints.ts';
import type { Note } from '../contract.ts';
import { type Draft, isSameText, newId, type Text } from './draft.ts';
import { notesMessages as m } from './messages.ts';
import type { PhotoState } from './photo-state.ts';

export type Saved =
  | { kind: 'saved'; note: Note }
  /** Somebody, perhaps this person elsewhere, changed the note since the change began. */
  | { kind: 'changed'; theirs: Note; error: string }
  | { kind: 'gone'; error: string }
  | { kind: 'failed'; error: string; fields?: Record<string, string> }
  /** The session has ended, and whoever is in charge of that has said so. */
  | { kind: 'signed-out' };

type Body = Text & { photo_path?: string | null };

/**
 * Sends the photo, then the note. `text` is what the form holds after its rules were applied;
 * `onUploaded` remembers the photo's path for the next try.
 */
export async function saveDraft(
  draft: Draft,
  text: Text,
  onUploaded: (photo: PhotoState) => void,
): Promise<Saved> {
  const { photo } = draft;
  const body: Body = { ...text };
  if (photo.kind === 'removed') body.photo_path = null;
  if (photo.kind === 'captured') {
    const upload = await uploaded(photo);
    if (!upload.success) return uploadFailed(upload);
    body.photo_path = upload.filePath;
    onUploaded({ ...photo, uploaded: upload.filePath });
  }
  return draft.base ? change(draft, body, draft.base.version) : create(draft, body, draft.id);
}

async function create(draft: Draft, body: Body, id: string): Promise<Saved> {
  const answer = await call('createNote', { body: { ...body, id } });
  if (!answer.success) return failed(answer);
  if (isSame(answer.note, body)) return { kind: 'saved', note: answer.note };
  // The id was used before. By an earlier try whose answer got lost: bring that note up to date.
  if (isOwnAttempt(draft, answer.note)) return change(draft, body, answer.note.version);
  // By another tab that had the same draft open: then these are two notes.
  return create(draft, body, newId());
}

async function change(draft: Draft, body: Body, version: number): Promise<Saved> {
  const answer = await call('updateNote', { params: { id: draft.id }, body: { ...body, version } });
  if (answer.success) return { kind: 'saved', note: answer.note };
  const { error, conflict, status } = answer;
  const theirs = conflict?.note;
  if (status === 404) return { kind: 'gone', error };
  if (status !== 409 || !theirs) return failed(answer);
  // An earlier try arrived, only its answer did not.
  if (isSame(theirs, body)) return { kind: 'saved', note: theirs };
  if (isOwnAttempt(draft, theirs)) return change(draft, body, theirs.version);
  return { kind: 'changed', theirs, error };
}

function uploaded({ blob, uploaded }: Extract<PhotoState, { kind: 'captured' }>) {
  if (uploaded) return { success: true as const, filePath: uploaded };
  const format = blob.type.replace('image/', '');
  const form = new FormData();
  form.append('file', blob, `photo-${Date.now()}.${format}`);
  return call('upload', { body: form });
}

/** The toast says 'Upload failed'; the reason, where one is known, goes beside the photo. */
function uploadFailed(answer: ApiError): Saved {
  if (answer.isAuthError) return { kind: 'signed-out' };
  const error = endpoints.upload.fallbackError;
  const reason = answer.status === 0 ? m.noConnection : answer.error;
  return { kind: 'failed', error, ...(reason !== error && { fields: { photo_path: reason } }) };
}

const failed = ({ error, fields, isAuthError }: ApiError): Saved =>
  isAuthError ? { kind: 'signed-out' } : { kind: 'failed', error, fields };

const isSame = (note: Note, body: Body) =>
  isSameText(note, body) && (body.photo_path === undefined || note.photo_path === body.photo_path);

const isOwnAttempt = (draft: Draft, note: Note) =>
  draft.attempts.some((attempt) => isSameText(attempt, note));
