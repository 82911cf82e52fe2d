import { randomUUIDv7 } from 'node:crypto';
import * as v from 'valibot';
import { createIndex } from '#server/database/create-index.ts';
import type { Database } from '#server/database/database.ts';
import type { ItemRow } from '#server/database/item-row.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { limitReached, notFound } from '#server/errors/errors.ts';
import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { defineEndpoints } from '#shared/endpoint.ts';
import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

/** A kind of item that owns the rows of another table. */
export const plants = defineItems({
  one: 'test_plant',
  many: 'test_plants',
  fields: { name: textField('Name', { maxCharacters: 100, isRequired: true }) },
});

type Watering = { id: string; litres: number; remark: string };

declare module '#server/database/schema.ts' {
  interface Schema {
    test_plants: ItemRow<typeof plants>;
    test_waterings: Watering & { user_id: string; plant_id: string };
  }
}

/** Limited because an export reads all waterings of a plant at once. */
const WATERINGS_PER_PLANT = 500;

const litres = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const remark = v.pipe(v.string(), v.maxLength(1000));
const watering = v.object({ id: v.string(), litres, remark });

export const wateringEndpoints = defineEndpoints({
  waterTestPlant: {
    method: 'POST',
    path: '/api/test-plants/:id/waterings',
    access: 'session',
    summary: 'Record that a plant was watered',
    body: v.object({ litres, remark }),
    response: v.object({ watering }),
    status: 201,
    errors: { 403: 'The plant has as many waterings as it may have.' },
  },
  listTestWaterings: {
    method: 'GET',
    path: '/api/test-plants/:id/waterings',
    access: 'session',
    summary: 'When a plant was watered, oldest first',
    response: v.object({ waterings: v.array(watering) }),
  },
});
const { waterTestPlant, listTestWaterings } = wateringEndpoints;

export const plantsServer = itemFeature(
  plants,
  {
    '0001-plants': createsItemTable('test_plants', { name: 'text' }),
    '0002-waterings': {
      compatible: true,
      async up(db) {
        await db.schema
          .createTable('test_waterings')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('user_id', 'text', (c) =>
            c.notNull().references('users.id').onDelete('cascade'),
          )
          .addColumn('plant_id', 'text', (c) =>
            c.notNull().references('test_plants.id').onDelete('cascade'),
          )
          .addColumn('litres', 'double precision', (c) => c.notNull())
          .addColumn('remark', 'text', (c) => c.notNull())
          .execute();
        await createIndex(db, 'test_waterings', ['plant_id', 'id']);
        await createIndex(db, 'test_waterings', ['user_id']);
      },
    },
  },
  {
    owned: [{ table: 'test_waterings', column: 'plant_id' }],
    endpoints: wateringEndpoints,
    addRoutes({ handle }, { database }) {
      handle(waterTestPlant, async ({ caller, params, body }) => ({
        watering: await addWatering(database, caller.user.id, params.id, body),
      }));
      handle(listTestWaterings, async ({ caller, params }) => ({
        waterings: await wateringsOf(database, caller.user.id, params.id),
      }));
    },
  },
);

/** Adds a watering. The plant cannot be deleted concurrently, because that also locks the user's row. */
function addWatering(
  { engine, transactionOf }: Database,
  userId: string,
  plantId: string,
  values: Omit<Watering, 'id'>,
) {
  return transactionOf(userId, async (query) => {
    await lockUser(engine, query, userId);
    const plant = await query
      .selectFrom('test_plants')
      .select('id')
      .where('id', '=', plantId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!plant) throw notFound();
    const { count } = await query
      .selectFrom('test_waterings')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('plant_id', '=', plantId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= WATERINGS_PER_PLANT) throw limitReached('This plant was watered enough.');
    const added = { id: randomUUIDv7(), ...values };
    await query
      .insertInto('test_waterings')
      .values({ ...added, plant_id: plantId, user_id: userId })
      .execute();
    return added;
  });
}

function wateringsOf({ query }: Database, userId: string, plantId: string) {
  return query
    .selectFrom('test_waterings')
    .select(['id', 'litres', 'remark'])
    .where('plant_id', '=', plantId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
