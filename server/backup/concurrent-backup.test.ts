import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Blobs } from '#server/files/blobs.ts';
import {
  createItemWithPhoto,
  restoreFile,
  startWithBackups,
  uploadPhoto,
} from '#server/testing/backups.ts';
import { sweepRestorable } from '#server/testing/expire-restorable.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { backUp } from './backup.ts';

const { folder, server, blobs } = await startWithBackups();

test('a backup during writes is consistent, and no write is lost', async () => {
  const file = join(folder, 'busy.tgz');
  const people = await Promise.all([server.signUp(), server.signUp()]);
  let writing = true;
  const writers = people.map(async (person) => {
    const ids: string[] = [];
    while (writing) {
      const { filePath } = await uploadPhoto(person);
      const body = { text: 'Busy', photo_path: filePath };
      const { item } = await person.call(testItems.create, { body });
      await person.call(testItems.remove, { params: { id: item.id } });
      ids.push((await person.call(testItems.create, { body: { text: 'Stays' } })).item.id);
    }
    return ids;
  });
  const { missing } = await backUp(server.config, blobs, [testItemsServer], file);
  writing = false;
  const acknowledged = (await Promise.all(writers)).flat();

  assert.equal(missing, 0);
  const stored = (await server.everyRow('items')).map(({ id }) => id);
  assert.deepEqual(
    acknowledged.filter((id) => !stored.includes(id)),
    [],
  );
  const other = await startTestServer();
  try {
    await restoreFile(other, file);
    await allPhotosAreThere(other);
  } finally {
    await other.stop();
  }
});

test('rows written after the start of a backup are not in it', async () => {
  const file = join(folder, 'moment.tgz');
  const ada = await server.signUp();
  await uploadPhoto(ada);
  const before = await server.count('items');
  let meanwhile = 0;
  const writesFirst: Blobs = {
    ...blobs,
    async get(name) {
      await ada.call(testItems.create, { body: { text: 'Meanwhile' } });
      meanwhile++;
      return blobs.get(name);
    },
  };
  const { totals } = await backUp(server.config, writesFirst, [testItemsServer], file);
  assert.ok(meanwhile > 0);
  assert.equal(totals.rows.items, before);
  assert.equal(await server.count('items'), before + meanwhile);
});

test('photos removed during a backup leave neither items without their photo nor unowned bytes', async () => {
  const file = join(folder, 'removed.tgz');
  const ada = await server.signUp();
  const [one, two] = [await createItemWithPhoto(ada), await createItemWithPhoto(ada)];
  const copied: string[] = [];
  const removesBoth: Blobs = {
    ...blobs,
    async get(name) {
      const bytes = await blobs.get(name);
      const mine = [one, two].find(({ photo_path }) => photo_path === name);
      if (!mine || copied.length > 0) return bytes;
      // The first of the two is copied, then both are removed.
      copied.push(name);
      for (const { id } of [one, two]) await ada.call(testItems.remove, { params: { id } });
      await sweepRestorable(server);
      for (const { photo_path } of [one, two]) assert.equal(await blobs.get(photo_path), undefined);
      return bytes;
    },
  };
  const { missing, totals } = await backUp(server.config, removesBoth, [testItemsServer], file);
  assert.equal(missing, 0);
  assert.equal(totals.rows.removed_blobs, 1);

  const other = await startTestServer();
  try {
    await restoreFile(other, file);
    assert.ok(!(await other.everyRow('items')).some(({ id }) => id === one.id || id === two.id));
    await allPhotosAreThere(other);
    await other.restart();
    await waitFor('the sweeper removed the copied one', async () => {
      const stored = await other.storedFiles();
      return !copied.some((name) => stored.includes(name));
    });
  } finally {
    await other.stop();
  }
});

async function allPhotosAreThere(target: TestServer) {
  const stored = await target.storedFiles();
  const named = [
    ...(await target.everyRow('files')).map(({ path }) => path),
    ...(await target.everyRow('items')).flatMap(({ photo_path }) => photo_path ?? []),
  ];
  assert.deepEqual(
    named.filter((name) => !stored.includes(name)),
    [],
  );
}
