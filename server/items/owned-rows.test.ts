import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { backUp } from '#server/backup/backup.ts';
import { restoreFile } from '#server/testing/backups.ts';
import { importExport, readExport } from '#server/testing/exports.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItemPermissions } from '#server/testing/item-permissions.ts';
import { plants, plantsServer, wateringEndpoints } from '#server/testing/plants.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { kit } from '#shared/endpoints.ts';
import { OWNED_ROWS_KEPT } from './owned-rows.ts';

const { waterTestPlant, listTestWaterings } = wateringEndpoints;
const glass = { litres: 0.1, remark: 'A glass' };

const statements = recordStatements();
const server = await startTestServer({ features: [plantsServer] });
after(server.stop);
const ada = await server.signUp();

test('the rows that an item owns are deleted and restored with it', async () => {
  const [watered, other] = [await plant(ada), await plant(ada)];
  const waterings = [await water(ada, watered), await water(ada, watered, 100)].sort(byId);
  const untouched = await water(ada, other);
  for (let round = 0; round < 2; round++) {
    await ada.call(plants.remove, { params: watered });
    assert.deepEqual(await storedIds(watered), []);
    assert.deepEqual(await list(ada, other), [untouched]);
    const refused = await ada.error(waterTestPlant, { params: watered, body: glass });
    assert.equal(refused.status, 404);
    await ada.call(plants.restore, { params: watered });
    assert.deepEqual(await list(ada, watered), waterings);
  }
});

test('a rejected deletion and an unnecessary restore leave the rows unchanged', async () => {
  const item = await plant(ada);
  const watering = await water(ada, item);
  const refused = await ada.error(plants.remove, { params: item, query: { version: '7' } });
  assert.equal(refused.status, 409);
  await ada.call(plants.restore, { params: item });
  assert.deepEqual(await list(ada, item), [watering]);
});

test('if an item owns too many or too large rows, the newest are restored', async () => {
  const [many, large] = [await plant(ada), await plant(ada)];
  const ids = await insertWaterings(many, OWNED_ROWS_KEPT + 10);
  const largeIds = await insertWaterings(large, 30, 'x'.repeat(100_000));
  for (const params of [many, large]) {
    await ada.call(plants.remove, { params });
    assert.deepEqual(await storedIds(params), []);
    await ada.call(plants.restore, { params });
  }
  assert.deepEqual(await storedIds(many), ids.slice(10));
  assert.deepEqual(await storedIds(large), largeIds.slice(-10));
});

test('an item that was deleted before its kind owned rows can be restored', async () => {
  const item = await plant(ada);
  await ada.call(plants.remove, { params: item });
  const deletions = await server.everyRow('deletions');
  const deleted = deletions.find(({ id }) => id === item.id);
  const { test_waterings, ...row } = JSON.parse(deleted?.kept_row ?? '');
  assert.deepEqual(test_waterings, []);
  await server.query
    .updateTable('deletions')
    .set({ kept_row: JSON.stringify(row) })
    .where('entity', '=', 'test_plants')
    .where('id', '=', item.id)
    .execute();
  await ada.call(plants.restore, { params: item });
  assert.deepEqual(await list(ada, item), []);
});

test('an export contains the rows in their item, and an import ignores them', async () => {
  const [bob, eve] = [await server.signUp(), await server.signUp()];
  const [watered, dry] = [await plant(bob), await plant(bob)];
  const watering = await water(bob, watered);
  const exported = await readExport(bob);
  const items = exported.everything.items.test_plants ?? [];
  const exportedRows = (item: { id: string }) =>
    items.find(({ id }) => id === item.id)?.test_waterings;
  assert.deepEqual(exportedRows(watered), [{ ...watering, plant_id: watered.id }]);
  assert.deepEqual(exportedRows(dry), []);
  assert.deepEqual(await importExport(eve, exported), { added: 2, uploads: 0 });
  assert.deepEqual(await server.rowsOf(eve.user.id, ['test_waterings']), []);
});

testItemPermissions({
  server,
  kind: plants,
  body: { name: 'Fern' },
  further: {
    endpoints: wateringEndpoints,
    ownedTables: ['test_waterings'],
    //                 anonymous  owner  other  admin  ended  recovery  signature
    table: `
      waterTestPlant         401    201    404    404    401       401        401
      listTestWaterings      401    200    200    200    401       401        401`,
    requests: {
      waterTestPlant: async ({ owner }) => ({ params: await plant(owner), body: glass }),
      listTestWaterings: async ({ owner }) => {
        const params = await plant(owner);
        await water(owner, params);
        return { params };
      },
    },
  },
});

testQueryPlans(server, statements);

// After the check of query plans, because a backup reads whole tables.
test('the rows are in a backup, and are deleted with the account', async () => {
  const bob = await server.signUp();
  const item = await plant(bob);
  const watering = await water(bob, item);
  const file = join(server.config.dataDir, 'backup.tgz');
  await backUp(server.config, server.running.blobs, [plantsServer], file);
  await bob.call(kit.deleteAccount, { body: { password: bob.password } });
  assert.deepEqual(await storedIds(item), []);
  await restoreFile(server, file, [plantsServer]);
  assert.deepEqual(await list(bob, item), [watering]);
});

/** Creates a plant. Returns its id, as the parameter of its endpoints. */
async function plant(person: Person) {
  const { test_plant } = await person.call(plants.create, { body: { name: 'Fern' } });
  return { id: test_plant.id };
}

async function water(person: Person, params: { id: string }, litres = 0.1) {
  const body = { ...glass, litres };
  return (await person.call(waterTestPlant, { params, body })).watering;
}

async function list(person: Person, params: { id: string }) {
  return (await person.call(listTestWaterings, { params })).waterings;
}

/** Inserts more than the endpoint allows. Returns the ids in their order. */
async function insertWaterings({ id: plant_id }: { id: string }, count: number, remark = '') {
  const ids = Array.from({ length: count }, () => randomUUIDv7()).sort();
  const rows = ids.map((id) => ({ id, plant_id, user_id: ada.user.id, litres: 1, remark }));
  await server.query.insertInto('test_waterings').values(rows).execute();
  return ids;
}

async function storedIds(plant: { id: string }) {
  const rows = await server.everyRow('test_waterings');
  return rows
    .filter(({ plant_id }) => plant_id === plant.id)
    .map(({ id }) => id)
    .sort();
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
