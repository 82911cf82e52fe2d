import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { openLocalDatabase } from './local-database.ts';

test('a database that lacks a store is replaced by one in memory', async () => {
  (await openDB('damaged', 1)).close();
  const database = await openLocalDatabase('damaged');
  assert.equal(database.isPersistent, false);
  assert.deepEqual(await database.read(['outbox'], ({ getAll }) => getAll('outbox', ['ada'])), []);
});

test('a database of a newer version of the app is replaced by one in memory', async () => {
  (await openDB('newer', 2)).close();
  assert.equal((await openLocalDatabase('newer')).isPersistent, false);
});
