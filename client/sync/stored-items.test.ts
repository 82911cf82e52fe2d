import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { task, tasks } from '#client/testing/task-kind.ts';
import { openLocalDatabase } from './local-database.ts';
import { RECEIVED_STORES } from './stored-conflicts.ts';
import { deleteStored, storeChanges, storeItem, storeList } from './stored-items.ts';
import type { Transaction, UserDatabase } from './user-database.ts';

let database: UserDatabase;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = (await openLocalDatabase('test')).forUser('ada');
});

test('a list replaces what the device had', async () => {
  await list(1, [task({ id: 'a' }), task({ id: 'b' })]);
  await list(3, [task({ id: 'b', version: 2 }), task({ id: 'c' })]);
  assert.deepEqual(await stored(), ['b v2', 'c v1']);
  assert.equal(await cursor(), 3);
});

test('an outdated list neither replaces nor deletes anything newer', async () => {
  await list(1, [task({ id: 'a' })]);
  await changes(5, { items: [task({ id: 'a', version: 3 }), task({ id: 'b' })] });
  await list(4, [task({ id: 'a', version: 2 })]);
  assert.deepEqual(await stored(), ['a v3', 'b v1']);
});

test('after a reset the list replaces everything, whatever its numbers', async () => {
  await list(5, [task({ id: 'a', version: 3 }), task({ id: 'b' })]);
  await list(2, [task({ id: 'a', version: 2 })], { isReset: true });
  assert.deepEqual(await stored(), ['a v2']);
  assert.equal(await cursor(), 2);
});

test('changes add, replace and delete items', async () => {
  await list(1, [task({ id: 'a' }), task({ id: 'b' })]);
  await changes(4, { items: [task({ id: 'a', version: 2 }), task({ id: 'c' })], deleted: ['b'] });
  assert.deepEqual(await stored(), ['a v2', 'c v1']);
});

test('late changes replace nothing newer', async () => {
  await list(1, [task({ id: 'a' })]);
  await write((transaction) => save(transaction, task({ id: 'a', version: 3 }), 3));
  await changes(2, { items: [task({ id: 'a', version: 2 })] });
  assert.deepEqual(await stored(), ['a v3']);
});

test("the response to this device's own request is stored, unless a newer version is known", async () => {
  await list(1, [task({ id: 'a' })]);
  await write((transaction) => save(transaction, task({ id: 'a', version: 2 }), 2));
  await write((transaction) => save(transaction, task({ id: 'new' }), 3));
  assert.deepEqual(await stored(), ['a v2', 'new v1']);
  await changes(5, { items: [task({ id: 'a', version: 4 })] });
  await write((transaction) => save(transaction, task({ id: 'a', version: 3 }), 4));
  assert.deepEqual(await stored(), ['a v4', 'new v1']);
});

test('a late response does not bring back an item that was deleted since', async () => {
  await list(1, [task({ id: 'a' })]);
  await changes(4, { deleted: ['a'] });
  await write((transaction) => save(transaction, task({ id: 'a', version: 2 }), 3));
  assert.deepEqual(await stored(), []);
});

test('an older response does not delete an item that was restored since', async () => {
  await list(1, [task({ id: 'a' })]);
  await changes(2, { deleted: ['a'] });
  await write((transaction) => save(transaction, task({ id: 'a', version: 2 }), 3));
  await changes(2, { deleted: ['a'] });
  assert.deepEqual(await stored(), ['a v2']);
});

test("an item's photo is deleted with the item or when it is replaced", async () => {
  const withPhotos = ['a', 'b', 'c'].map((id) => task({ id, photo_path: `${id}.png` }));
  await list(1, withPhotos);
  const blob = new Blob();
  for (const { photo_path } of withPhotos)
    await database.write(
      ['thumbnails'],
      ({ put }) => put('thumbnails', { path: photo_path as string, blob }),
      [blob],
    );
  await changes(2, { items: [task({ id: 'a', version: 2, photo_path: 'other.png' })] });
  await write((transaction) => deleteStored(transaction, tasks, 'b'));
  const photos = await database.read(['thumbnails'], ({ getAll }) => getAll('thumbnails', []));
  assert.deepEqual(
    photos.map(({ path }) => path),
    ['c.png'],
  );
});

type Tasks = ReturnType<typeof task>[];

/** Stores the response to a list request. */
function list(seq: number, items: Tasks, { isReset = false } = {}) {
  return write((transaction) => storeList(transaction, tasks, { items, seq, at: '', isReset }));
}

function changes(seq: number, page: { items?: Tasks; deleted?: string[] }) {
  const { items = [], deleted = [] } = page;
  return write((transaction) => storeChanges(transaction, tasks, { items, deleted, seq, at: '' }));
}

const save = (transaction: Transaction, item: Tasks[number], seq: number) =>
  storeItem(transaction, tasks, item, seq);

const write = (work: (transaction: Transaction) => Promise<unknown>) =>
  database.write(RECEIVED_STORES, work);

async function stored() {
  const items = await database.read(['items'], ({ getAll }) => getAll('items', []));
  return items.map(({ id, item }) => `${id} v${item.version}`);
}

async function cursor() {
  const found = await database.read(['cursors'], ({ get }) => get('cursors', ['tasks']));
  return found?.seq;
}
