import type { ItemEntity } from '#client/items/item-type.ts';
import { noteText } from '../contract.ts';

/** Notes are stored on the device and synced with the server. */
export const noteEntity: ItemEntity = {
  name: 'notes',
  fields: noteText,
  list: { endpoint: 'listNotes', key: 'notes' },
  create: 'createNote',
  update: 'updateNote',
  remove: 'deleteNote',
  restore: 'restoreNote',
  itemKey: 'note',
};
