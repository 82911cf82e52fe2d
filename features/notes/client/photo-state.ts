import type { Note } from '../contract.ts';

/** What the form knows about the photo of its note. */
export type PhotoState =
  | { kind: 'none' }
  | { kind: 'existing'; path: string }
  /** Taken or chosen here; `uploaded` once it is on the server, so that a second try sends it not again. */
  | { kind: 'captured'; blob: Blob; uploaded?: string }
  /** Marked: it goes when the note is saved. */
  | { kind: 'removed' };

export const photoOf = (note: Pick<Note, 'photo_path'> | undefined): PhotoState =>
  note?.photo_path ? { kind: 'existing', path: note.photo_path } : { kind: 'none' };

/** What remains when somebody presses "Remove photo": only a stored photo needs to be marked. */
export const withoutPhoto = (note: Pick<Note, 'photo_path'> | undefined): PhotoState =>
  note?.photo_path ? { kind: 'removed' } : { kind: 'none' };
