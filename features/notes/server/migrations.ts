import { countRows } from '#server/database/count-rows.ts';
import type { Migration } from '#server/database/migrate.ts';
import { createItemTable, type ItemRow } from '#server/items/table.ts';
import type { noteItems } from '../contract.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    notes: ItemRow<typeof noteItems>;
  }
}

/**
 * The migrations of notes. They run in the order of their names, each once. Add new ones at the end; never change one
 * that was released.
 */
export const migrations: Record<string, Migration> = {
  '0001-notes': {
    up: (db) =>
      createItemTable(db, 'notes', { title: 'text', content: 'text', photo_path: 'photo?' }),
  },
  '0002-count': { compatible: true, up: (db, engine) => countRows(db, engine, 'notes') },
};
