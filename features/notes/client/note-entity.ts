import { entityOf } from '#client/items/item-entity.ts';
import { noteModel } from '../contract.ts';

/** Notes are stored on the device and synced with the server. */
export const noteEntity = entityOf(noteModel, {
  list: 'listNotes',
  create: 'createNote',
  update: 'updateNote',
  remove: 'deleteNote',
  restore: 'restoreNote',
});
