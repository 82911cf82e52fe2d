import type { ItemRow } from '#server/database/item-row.ts';
import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { testItems } from './contract.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    items: ItemRow<typeof testItems>;
  }
}

/** A feature for tests of the kit. */
export const testItemsServer = itemFeature(
  testItems,
  {
    '0001-items': createsItemTable('items', { title: 'text', text: 'text', photo_path: 'photo?' }),
  },
  {
    async seedDemo({ id, user_type }, { store, files }) {
      // Loaded only here, because loading the library for pictures takes time.
      const { picture } = await import('../pictures.ts');
      const photo_path = await files.add(id, await picture());
      await store.create(id, { title: '', text: `Demo item of the ${user_type}`, photo_path });
    },
  },
);
