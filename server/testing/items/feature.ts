import { countRows } from '#server/database/count-rows.ts';
import { createIndex } from '#server/database/create-index.ts';
import type { ServerFeature } from '#server/feature.ts';
import { listResponse } from '#server/http/paged-response.ts';
import { picture } from '../pictures.ts';
import { type ItemEndpoints, itemEndpoints, itemText } from './contract.ts';
import { createItems, itemColumns } from './store.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    items: {
      id: string;
      user_id: string;
      title: string;
      text: string;
      photo_path: string | null;
      version: number;
      created_at: string;
      updated_at: string;
      seq: number;
    };
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
        await db.schema
          .createTable('items')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('user_id', 'text', (c) =>
            c.notNull().references('users.id').onDelete('cascade'),
          )
          .addColumn('title', 'text', (c) => c.notNull())
          .addColumn('text', 'text', (c) => c.notNull())
          .addColumn('photo_path', 'text')
          .addColumn('version', 'integer', (c) => c.notNull())
          .addColumn('created_at', 'text', (c) => c.notNull())
          .addColumn('updated_at', 'text', (c) => c.notNull())
          .addColumn('seq', 'bigint', (c) => c.notNull())
          .execute();
        await createIndex(db, 'items', ['user_id', 'created_at', 'id']);
        await createIndex(db, 'items', ['user_id', 'seq']);
        await createIndex(db, 'items', ['photo_path']);
        await countRows(db, engine, 'items');
      },
    },
  },
  tables: ['items'],
  synced: [{ table: 'items', columns: itemColumns }],
  portable: [
    {
      table: 'items',
      fields: itemText,
      titleColumn: 'title',
      textColumn: 'text',
      photoColumn: 'photo_path',
    },
  ],
  photoColumns: [{ table: 'items', column: 'photo_path' }],
  counts: { items: 'items' },
  create({ database, ownership, changes, files }) {
    const items = createItems({ database, ownership, changes });
    return {
      addRoutes(api) {
        api.handle('listItems', ({ caller: { user, seq }, query }) =>
          listResponse('items', query, (last) => items.page(user.id, last), { seq }),
        );
        api.handle('createItem', ({ caller, body }) => items.create(caller.user.id, body));
        api.handle('updateItem', ({ caller, params, body }) =>
          items.update(caller.user.id, params.id, body),
        );
        api.handle('deleteItem', async ({ caller, params, query }) => {
          await items.remove(caller.user.id, params.id, query);
          return {};
        });
        api.handle('restoreItem', ({ caller, params, query }) =>
          items.restore(caller.user.id, params.id, query.deletion),
        );
      },
      async seedDemo({ id, user_type }) {
        const photo_path = await files.add(id, await picture());
        await items.create(id, { title: '', text: `Demo item of the ${user_type}`, photo_path });
      },
    };
  },
};
