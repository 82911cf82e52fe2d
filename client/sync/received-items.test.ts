import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { task, tasks } from '#client/testing/task-kind.ts';
import { openLocalDatabase } from './local-database.ts';
import { syncMessages } from './messages.ts';
import { createPuller } from './puller.ts';
import { createReceivingDatabase, type ReceivingDatabase } from './received-items.ts';
import type { List } from './sync-environment.ts';
import type { UserDatabase } from './user-database.ts';

let disk: UserDatabase;
let isFull: boolean;
let database: ReceivingDatabase;
let puller: ReturnType<typeof createPuller>;
let list: List;
let downloads: number;

beforeEach(async () => {
  mock.method(console, 'error', () => {});
  globalThis.indexedDB = new IDBFactory();
  disk = (await openLocalDatabase('test')).forUser('ada');
  isFull = false;
  downloads = 0;
  list = { items: [task()], seq: 5 };
  database = createReceivingDatabase({ ...disk, write: writeUnlessFull });
  puller = createPuller({
    database,
    bearer: 'token',
    kinds: [tasks],
    async fetchList() {
      downloads++;
      return list;
    },
    now: () => '2026-01-01T00:00:00.000Z',
    isSignedIn: () => true,
    onChange() {},
    async onConflictsChanged() {},
  });
});

test('on a full disk a list is kept in memory and counts as loaded, with the reason', async () => {
  isFull = true;
  await puller.load(tasks);
  assert.deepEqual(await itemsIn(database), ['task-1 v1']);
  assert.deepEqual(await itemsIn(disk), []);
  assert.equal(database.memoryReason.get(), syncMessages.storageFull);
  assert.deepEqual([await puller.oldestCursor(), downloads], [5, 1]);
});

test('changes in memory continue from the state on the disk', async () => {
  await puller.load(tasks);
  isFull = true;
  await pull({ items: [task({ id: 'task-2' })], seq: 6 });
  await pull({ items: [task({ version: 2 })], seq: 7 });
  assert.deepEqual(await itemsIn(database), ['task-1 v2', 'task-2 v1']);
  assert.deepEqual(await itemsIn(disk), ['task-1 v1']);
});

test('items in memory are stored when there is room, unless the disk has newer ones', async () => {
  isFull = true;
  await puller.load(tasks);
  await puller.moveToDisk();
  assert.equal(database.memoryReason.get(), syncMessages.storageFull);
  const other = createReceivingDatabase(disk);
  const newer = task({ id: 'task-2', version: 3 });
  await other.write(['items'], ({ put }) =>
    put('items', { entity: 'tasks', id: newer.id, item: newer, seq: 6, order: 0 }),
  );
  isFull = false;
  await puller.moveToDisk();
  assert.deepEqual(await itemsIn(disk), ['task-1 v1', 'task-2 v3']);
  assert.equal(database.memoryReason.get(), undefined);
  assert.deepEqual(await itemsIn(database), await itemsIn(disk));
});

test('what the user writes is never only in memory', async () => {
  isFull = true;
  await puller.load(tasks);
  const draft = { entity: 'tasks', id: 'new', fields: {}, photo: 'none' as const };
  const storing = database.write(['items', 'drafts'], ({ put }) => put('drafts', draft));
  await assert.rejects(storing, { name: 'QuotaExceededError' });
  const drafts = await database.read(['drafts'], ({ getAll }) => getAll('drafts', []));
  assert.deepEqual(drafts, []);
});

test('a write that fails on the disk changes nothing in memory', async () => {
  isFull = true;
  await puller.load(tasks);
  const failing = database.write(['items', 'outbox'], async (transaction) => {
    await transaction.delete('items', []);
    await transaction.delete('outbox', []);
    throw new Error('failed');
  });
  await assert.rejects(failing);
  assert.deepEqual(await itemsIn(database), ['task-1 v1']);
});

/** Wraps a disk. While it is full, records can be deleted but not added. */
const writeUnlessFull: UserDatabase['write'] = (stores, work, blobs) =>
  disk.write(
    stores,
    (transaction) =>
      work({
        ...transaction,
        async put(store, value) {
          if (isFull) throw new DOMException('The disk is full', 'QuotaExceededError');
          return transaction.put(store, value);
        },
      }),
    blobs,
  );

async function pull({ items, seq }: List) {
  const changes = { tasks: { items, deleted: [] } };
  mock.method(globalThis, 'fetch', async () => Response.json({ success: true, changes, seq }));
  await puller.pull();
}

async function itemsIn({ read }: UserDatabase) {
  const items = await read(['items'], ({ getAll }) => getAll('items', []));
  return items.map(({ id, item }) => `${id} v${item.version}`).sort();
}
