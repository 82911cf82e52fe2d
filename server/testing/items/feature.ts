import { countRows } from '#server/database/count-rows.ts';
import type { ServerFeature } from '#server/feature.ts';
import { handleItems } from '#server/items/routes.ts';
import { createItemStore } from '#server/items/store.ts';
import { createItemTable, type ItemRow, registerItems } from '#server/items/table.ts';
import { items as contract, type ItemEndpoints, itemEndpoints } from './contract.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    items: ItemRow<typeof contract>;
  }
}

/** A feature for tests of the kit: a synced entity with a photo. */
export const items: ServerFeature<ItemEndpoints> = {
  name: 'items',
  description: 'The items of the signed-in person.',
  endpoints: itemEndpoints,
  migrations: {
    '0001-items': {
      async up(db, engine) {
        await createItemTable(db, 'items', { title: 'text', text: 'text', photo_path: 'photo?' });
        await countRows(db, engine, 'items');
      },
    },
  },
  ...registerItems(contract),
  create(dependencies) {
    const store = createItemStore(contract, dependencies);
    return {
      addRoutes: (api) =>
        handleItems(api, store, {
          list: 'listItems',
          create: 'createItem',
          update: 'updateItem',
          remove: 'deleteItem',
          restore: 'restoreItem',
        }),
      async seedDemo({ id, user_type }) {
        // Loaded only here, because loading the library for pictures takes time.
        const { picture } = await import('../pictures.ts');
        const photo_path = await dependencies.files.add(id, await picture());
        await store.create(id, { title: '', text: `Demo item of the ${user_type}`, photo_path });
      },
    };
  },
};
