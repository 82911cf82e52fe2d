import { countRows } from '#server/database/count-rows.ts';
import { itemFeature } from '#server/items/item-feature.ts';
import { createItemTable } from '#server/items/table.ts';
import { notes } from './contract.ts';
import { seedDemoNotes } from './server/demo.ts';

export const notesServer = itemFeature(
  notes,
  {
    '0001-notes': {
      up: (db) =>
        createItemTable(db, 'notes', { title: 'text', content: 'text', photo_path: 'photo?' }),
    },
    '0002-count': { compatible: true, up: (db, engine) => countRows(db, engine, 'notes') },
  },
  { seedDemo: seedDemoNotes },
);
