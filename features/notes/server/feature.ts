import type { ServerFeature } from '#server/feature.ts';
import { noteEndpoints, noteText } from '../contract.ts';
import { seedDemoNotes } from './demo.ts';
import { migrations } from './migrations.ts';
import { notesRoutes } from './routes.ts';
import { createNotes, noteColumns } from './store.ts';

export const notes: ServerFeature<typeof noteEndpoints> = {
  name: 'notes',
  description: 'The notes of the signed-in person.',
  endpoints: noteEndpoints,
  migrations,
  tables: ['notes'],
  synced: [{ table: 'notes', columns: noteColumns }],
  portable: [
    {
      table: 'notes',
      fields: noteText,
      titleColumn: 'title',
      textColumn: 'content',
      photoColumn: 'photo_path',
    },
  ],
  photoColumns: [{ table: 'notes', column: 'photo_path' }],
  counts: { notes: 'notes' },
  create({ database, ownership, changes, limits, files }) {
    const notes = createNotes({ database, ownership, changes, limits });
    return {
      addRoutes: (api) => notesRoutes(api, notes),
      seedDemo: (account) => seedDemoNotes(notes, files, account),
    };
  },
};
