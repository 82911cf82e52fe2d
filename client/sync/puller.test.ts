import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { ApiError } from '#client/api-client/api-error.ts';
import { task, tasks } from '#client/testing/task-kind.ts';
import { openLocalDatabase } from './local-database.ts';
import { createPuller } from './puller.ts';
import { createReceivingDatabase } from './received-items.ts';
import type { List } from './sync-environment.ts';

let list: List;
let puller: ReturnType<typeof createPuller>;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  list = { items: [task()], seq: 5 };
  puller = createPuller({
    database: createReceivingDatabase((await openLocalDatabase('test')).forUser('ada')),
    bearer: 'token',
    kinds: [tasks],
    fetchList: async () => list,
    now: () => '2026-01-01T00:00:00.000Z',
    isSignedIn: () => true,
    onChange() {},
    async onConflictsChanged() {},
  });
});

test('a list that is not from the API is not stored', async () => {
  await puller.load(tasks);
  for (const wrong of [{ seq: Number.NaN }, { items: undefined }]) {
    list = { items: [task({ version: 2 })], seq: 6, ...wrong } as List;
    await assert.rejects(puller.load(tasks), ApiError);
    assert.equal(await puller.oldestCursor(), 5);
  }
});

test('changes that are not from the API are not stored', async () => {
  await puller.load(tasks);
  for (const wrong of [{ changes: {} }, { seq: 6 }, { changes: {}, seq: '6' }]) {
    mock.method(globalThis, 'fetch', async () => Response.json({ success: true, ...wrong }));
    await assert.rejects(puller.pull(), ApiError);
    assert.equal(await puller.oldestCursor(), 5);
  }
});

test('the list of a removed feature does not block the others', async () => {
  const database = (await openLocalDatabase('test')).forUser('ada');
  const removed = { entity: 'removed', seq: 1, at: '2025-01-01T00:00:00.000Z' };
  await database.write(['cursors'], ({ put }) => put('cursors', removed));
  assert.equal(await puller.oldestCursor(), undefined);
  await puller.load(tasks);
  assert.equal(await puller.oldestCursor(), 5);
});
