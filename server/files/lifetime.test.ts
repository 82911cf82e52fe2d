import assert from 'node:assert/strict';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { sweepRestorable } from '#server/testing/expire-restorable.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);
const ada = await server.signUp();

test('a replaced photo is deleted with its resized copies, and the new one stays', async () => {
  const [old, fresh] = [await upload(), await upload()];
  await ada.call(kit.readFile, { params: { path: old }, query: { w: '320' } });
  const id = await createItem(old);
  await changePhoto(id, fresh);
  assert.equal((await ada.error(kit.readFile, { params: { path: old } })).status, 404);
  await sweepRestorable(server);
  await isGone(old);
  await ada.call(kit.readFile, { params: { path: fresh } });
});

test('a photo removed from its item is deleted', async () => {
  const path = await upload();
  await changePhoto(await createItem(path), null);
  await sweepRestorable(server);
  await isGone(path);
});

test('the photo of a deleted item gets 404 at once, and is removed when the item can no longer be restored', async () => {
  const path = await upload();
  const id = await createItem(path);
  await ada.call(testItems.remove, { params: { id } });
  assert.equal((await ada.error(kit.readFile, { params: { path } })).status, 404);
  assert.equal((await ada.error(kit.signFile, { params: { path } })).status, 404);
  await sweepRestorable(server);
  await isGone(path);
});

test('a photo used by two items is deleted with the second one', async () => {
  const path = await upload();
  const [one, other] = [await createItem(path), await createItem(path)];
  await ada.call(testItems.remove, { params: { id: one } });
  await ada.call(kit.readFile, { params: { path } });
  await changePhoto(other, null);
  await sweepRestorable(server);
  await isGone(path);
});

test('saving an item with the same photo keeps the photo', async () => {
  const path = await upload();
  await changePhoto(await createItem(path), path);
  await ada.call(kit.readFile, { params: { path } });
});

test('a rejected change keeps the photo', async () => {
  const path = await upload();
  const id = await createItem(path);
  const body = { text: 'x', photo_path: null, version: 9 };
  assert.equal((await ada.error(testItems.update, { params: { id }, body })).status, 409);
  await ada.call(kit.readFile, { params: { path } });
});

test('deleting a photo removes it from its items and increases their version', async () => {
  const path = await upload();
  const ids = [await createItem(path), await createItem(path)];
  assert.deepEqual(await ada.call(kit.deleteFile, { params: { path } }), {});
  const { items } = await ada.call(testItems.list);
  for (const id of ids) {
    const item = items.find((item) => item.id === id);
    assert.deepEqual([item?.photo_path, item?.version], [null, 2]);
  }
  assert.equal((await ada.error(kit.deleteFile, { params: { path } })).status, 404);
  await isGone(path);
});

test('an unused upload is deleted after 24 hours, not before, and used ones stay', async () => {
  const [unused, young, used] = [await upload(), await upload(), await upload()];
  await createItem(used);
  await age(unused, 24.1);
  await age(young, 23.9);
  await age(used, 1000);
  await server.query
    .updateTable('files')
    .set({ used_at: fromNow({ days: -40 }) })
    .where('path', '=', used)
    .execute();
  await server.running.wakeSweeper();
  await isGone(unused);
  assert.equal((await ada.error(kit.readFile, { params: { path: unused } })).status, 404);
  await ada.call(kit.readFile, { params: { path: young } });
  await ada.call(kit.readFile, { params: { path: used } });
});

test('photos that a stop left to remove are removed after the next start', async () => {
  const [unused, used] = [await upload(), await upload()];
  await createItem(used);
  await age(unused, 25);
  await server.restart();
  await isGone(unused);
  await ada.call(kit.readFile, { params: { path: used } });
});

test('an incomplete file left by a crash is removed after a day, not before', async () => {
  const hoursOld = async (name: string, hours: number) => {
    const file = join(server.config.dataDir, 'files', name);
    await writeFile(file, 'half');
    await utimes(file, new Date(), new Date(Date.now() - hours * 3_600_000));
  };
  await hoursOld('old.jpg.part', 25);
  await hoursOld('young.jpg.part', 23);
  await server.restart();
  await waitFor(
    'the old one is gone',
    async () => !(await server.storedFiles()).includes('old.jpg.part'),
  );
  assert.ok((await server.storedFiles()).includes('young.jpg.part'));
});

test('a photo that cannot be deleted is logged and retried later, and does not delay others', async () => {
  const [stuck, other] = [await upload(), await upload()];
  const [stuckId, otherId] = [await createItem(stuck), await createItem(other)];
  const file = join(server.config.dataDir, 'files', stuck);
  await rm(file);
  await mkdir(join(file, 'in the way'), { recursive: true });

  await changePhoto(stuckId, null);
  await sweepRestorable(server);
  await waitFor('it is logged', () =>
    lines.some((line) => /could not be removed/.test(line) && line.includes(stuck)),
  );
  await changePhoto(otherId, null);
  await sweepRestorable(server);
  await isGone(other);
  assert.ok((await server.everyRow('files')).some(({ path }) => path === stuck));

  await rm(file, { recursive: true });
  await server.restart();
  await isGone(stuck);
});

async function upload() {
  return (await ada.call(kit.upload, { body: await pictureUpload() })).filePath;
}

async function createItem(photo_path: string) {
  const { item } = await ada.call(testItems.create, { body: { text: 'x', photo_path } });
  return item.id;
}

async function changePhoto(id: string, photo_path: string | null) {
  await ada.call(testItems.update, { params: { id }, body: { text: 'x', photo_path } });
}

async function age(path: string, hours: number) {
  await server.query
    .updateTable('files')
    .set({ created_at: fromNow({ hours: -hours }) })
    .where('path', '=', path)
    .execute();
}

/** Returns whether row, bytes and resized copies of a photo are deleted. */
async function isGone(path: string) {
  await waitFor(`${path} is gone`, async () => {
    const rows = await server.everyRow('files');
    const stored = await server.storedFiles();
    return !rows.some((row) => row.path === path) && !stored.some((name) => name.startsWith(path));
  });
}
