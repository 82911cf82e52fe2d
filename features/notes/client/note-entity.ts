import type { SyncedEntity } from '#client/sync/entity.ts';
import { noteText } from '../contract.ts';

/** Notes are stored on the device and synced with the server. */
export const noteEntity: SyncedEntity = {
  name: 'notes',
  fields: noteText,
  list: { endpoint: 'listNotes', key: 'notes' },
  create: 'createNote',
  update: 'updateNote',
  remove: 'deleteNote',
  restore: 'restoreNote',
  itemKey: 'note',
};
