import type { ServerFeature } from '#server/feature.ts';
import { handleItems } from '#server/items/routes.ts';
import { createItemStore } from '#server/items/store.ts';
import { registerItems } from '#server/items/table.ts';
import { noteEndpoints, noteItems } from '../contract.ts';
import { seedDemoNotes } from './demo.ts';
import { migrations } from './migrations.ts';

export const notes: ServerFeature<typeof noteEndpoints> = {
  name: 'notes',
  description: 'The notes of the signed-in person.',
  endpoints: noteEndpoints,
  migrations,
  ...registerItems(noteItems),
  create(dependencies) {
    const store = createItemStore(noteItems, dependencies);
    return {
      addRoutes: (api) =>
        handleItems(api, store, {
          list: 'listNotes',
          create: 'createNote',
          update: 'updateNote',
          remove: 'deleteNote',
          restore: 'restoreNote',
        }),
      seedDemo: (account) => seedDemoNotes(store, dependencies.files, account),
    };
  },
};
