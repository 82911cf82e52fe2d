import type { ServerFeature } from '#server/feature.ts';
import { noteEndpoints } from '../contract.ts';
import { seedDemoNotes } from './demo.ts';
import { migrations } from './migrations.ts';
import { notesRoutes } from './routes.ts';
import { createNotes } from './store.ts';

export const notes: ServerFeature<typeof noteEndpoints> = {
  name: 'notes',
  description: 'The notes of the signed-in person.',
  endpoints: noteEndpoints,
  migrations,
  tables: ['notes'],
  photoColumns: [
    {
      table: 'notes',
      column: 'photo_path',
      versionColumn: 'version',
      updatedAtColumn: 'updated_at',
    },
  ],
  counts: { notes: 'notes' },
  create({ database, ownership, limits, files, wakeSweeper }) {
    const notes = createNotes({ database, ownership, limits });
    return {
      addRoutes: (api) => notesRoutes(api, { notes, wakeSweeper }),
      seedDemo: (account) => seedDemoNotes(notes, files, account),
    };
  },
};
