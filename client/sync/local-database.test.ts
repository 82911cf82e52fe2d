import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { task } from '#client/testing/task-kind.ts';
import { openLocalDatabase } from './local-database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a database that lacks a store is replaced by one in memory', async () => {
  (await openDB('damaged', 1)).close();
  const { isPersistent, forUser } = await openLocalDatabase('damaged');
  assert.equal(isPersistent, false);
  const entries = forUser('ada').read(['outbox'], ({ getAll }) => getAll('outbox', []));
  assert.deepEqual(await entries, []);
});

test('a database of a newer version of the app is replaced by one in memory', async () => {
  (await openDB('newer', 2)).close();
  assert.equal((await openLocalDatabase('newer')).isPersistent, false);
});

const record = { entity: 'tasks', id: 'task-1', item: task(), seq: 1, order: 0 };

test("a user's records are stored with the user id as the first part of their keys", async () => {
  const { forUser } = await openLocalDatabase('test');
  await forUser('ada').write(['items', 'users'], async ({ put }) => {
    await put('items', record);
    await put('users', { bearer: 'token' });
  });
  const raw = await openDB('test');
  assert.deepEqual(await raw.get('items', ['ada', 'tasks', 'task-1']), {
    ...record,
    userId: 'ada',
  });
  assert.deepEqual(await raw.getAll('users'), [{ userId: 'ada', bearer: 'token' }]);
});

test('records from an earlier version of the app can be read', async () => {
  const { forUser, readUsers } = await openLocalDatabase('test');
  const raw = await openDB('test');
  await raw.put('items', { userId: 'ada', ...record });
  await raw.put('users', { userId: 'ada', bearer: 'token' });
  assert.deepEqual(await readUsers(), [{ userId: 'ada', bearer: 'token' }]);
  const read = forUser('ada').read(['items'], ({ get, getAll, getNewest }) =>
    Promise.all([
      get('items', ['tasks', 'task-1']),
      getAll('items', ['tasks']),
      getNewest(['tasks'], 1),
    ]),
  );
  assert.deepEqual(await read, [record, [record], [record]]);
});
