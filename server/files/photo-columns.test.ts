import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { fromNow } from '#server/clock/clock.ts';
import type { Schema } from '#server/database/schema.ts';
import { silentLog } from '#server/log/log.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { createPhotoOwnership } from './ownership.ts';
import { storePhotoColumns } from './photo-columns.ts';
import { createPictures } from './pictures.ts';
import { createFiles } from './store.ts';
import { startSweeper } from './sweeper.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const { photoColumns, synced } = testItemsServer;

test('photos of a second entity stay while they are used and are removed afterwards', async () => {
  await sql`create table places (id integer primary key, cover_photo_path text)`.execute(
    server.query,
  );
  const ownership = createPhotoOwnership(
    [...photoColumns, { table: 'places' as keyof Schema, column: 'cover_photo_path' }],
    synced,
    server.running.sync.changes,
  );
  const [shown, unused, deleted] = [await upload(), await upload(), await upload()];
  await addPlace(1, shown);
  await addPlace(2, deleted);

  await server.query
    .updateTable('files')
    .set({ created_at: fromNow({ days: -9 }), used_at: fromNow({ days: -9 }) })
    .execute();
  await sweep();
  assert.deepEqual(await remaining(), [deleted, shown].sort(), unused);

  const { database, blobs, sync } = server.running;
  const files = createFiles({
    database,
    blobs,
    pictures: createPictures(),
    ownership,
    changes: sync.changes,
    limits: server.config.limits,
    wakeSweeper() {},
  });
  await files.remove(deleted, ada.user.id);
  const { rows } = await sql`select cover_photo_path from places where id = 2`.execute(
    server.query,
  );
  assert.deepEqual({ ...(rows[0] as object) }, { cover_photo_path: null });

  await server.query.transaction().execute(async (query) => {
    await sql`update places set cover_photo_path = null where id = 1`.execute(query);
    await ownership.changePhoto(query, ada.user.id, { from: shown, to: null });
  });
  await sweep();
  assert.deepEqual(await remaining(), []);

  async function addPlace(id: number, path: string) {
    await server.query.transaction().execute(async (query) => {
      await sql`insert into places values (${id}, ${path})`.execute(query);
      await ownership.changePhoto(query, ada.user.id, { from: null, to: path });
    });
  }

  /** Runs a sweeper once, with the columns of the second entity. */
  async function sweep() {
    const { query, running } = server;
    const clockGuard = { allowsDeletion: async () => true };
    await startSweeper({
      query,
      blobs: running.blobs,
      ownership,
      clockGuard,
      log: silentLog,
      cleanUpAtStart: async () => {},
    }).stop();
  }
});

test('photos of a feature that is not registered stay while its table exists', async () => {
  const { database, blobs } = server.running;
  const photo = await upload();
  await ada.call(testItems.create, { body: { text: 'Of a feature', photo_path: photo } });
  await server.query
    .updateTable('files')
    .set({ created_at: fromNow({ days: -9 }), used_at: fromNow({ days: -9 }) })
    .execute();

  const columns = await storePhotoColumns(database, []);
  await startSweeper({
    query: server.query,
    blobs,
    ownership: createPhotoOwnership(columns, [], server.running.sync.changes),
    clockGuard: { allowsDeletion: async () => true },
    log: silentLog,
    cleanUpAtStart: async () => {},
  }).stop();
  assert.ok(await blobs.get(photo));

  await server.query
    .insertInto('photo_columns')
    .values({ table_name: 'dropped', column_name: 'photo_path' })
    .execute();
  assert.deepEqual(await storePhotoColumns(database, []), columns);
});

async function remaining() {
  const files = await server.everyRow('files');
  return files.flatMap(({ path, removed_at }) => (removed_at ? [] : path)).sort();
}

async function upload() {
  return (await ada.call(kit.upload, { body: await pictureUpload() })).filePath;
}
