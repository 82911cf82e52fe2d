import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { DeviceFiles } from '#client/native/definitions.ts';
import { openLocalDatabase } from './local-database.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createUnsentBackup } from './unsent-backup.ts';
import type { UserDatabase } from './user-database.ts';

const FOLDER = 'unsent/ada';
const files = new Map<string, string>();
const device: DeviceFiles = {
  list: async (folder) => [...files.keys()].map((path) => path.slice(folder.length + 1)),
  read: async (path) => files.get(path),
  write: async (path, text) => void files.set(path, text),
  remove: async (path) => void files.delete(path),
  removeFolder: async () => files.clear(),
};
let database: UserDatabase;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  files.clear();
  database = (await openLocalDatabase('test')).forUser('ada');
});

test('a damaged copy does not prevent restoring the others', async (t) => {
  t.mock.method(console, 'error', () => {});
  files.set(`${FOLDER}/tasks.a.json`, '{"entry":{"id"');
  files.set(`${FOLDER}/tasks.b.json`, '');
  await copies().update(undefined, entry('c'));
  await copies().reconcile();
  assert.deepEqual(await unsent(), [entry('c')]);
});

test('a copy from an earlier version of the app, which contains the user id, is restored', async () => {
  const earlier = { entry: { ...entry('a'), userId: 'ada' }, photos: [] };
  files.set(`${FOLDER}/tasks.a.json`, JSON.stringify(earlier));
  await copies().reconcile();
  assert.deepEqual(await unsent(), [entry('a')]);
});

test('a copy never replaces the change in the database, which may be newer', async () => {
  await copies().update(undefined, entry('a'));
  const newer = { ...entry('a'), changeId: 'newer' };
  await database.write(['outbox'], ({ put }) => put('outbox', newer));
  // As after an expired session, which deletes the user's record.
  await copies().reconcile();
  assert.deepEqual(await unsent(), [newer]);
});

test('a change that is deleted while its copy is written leaves no copy', async () => {
  const photo = { kind: 'added' as const, uploadId: 'one' };
  const saved: OutboxEntry = { ...entry('a'), change: { kind: 'save', fields: {}, photo } };
  const { update } = copies();
  await Promise.all([update(undefined, saved), update(saved, undefined)]);
  assert.equal(files.size, 0);
});

test('unreadable files do not prevent syncing from starting', async (t) => {
  t.mock.method(console, 'error', () => {});
  const list = () => Promise.reject(new Error('No access'));
  await createUnsentBackup({ ...device, list }, FOLDER, database).reconcile();
});

const copies = () => createUnsentBackup(device, FOLDER, database);

const unsent = () => database.read(['outbox'], ({ getAll }) => getAll('outbox', []));

const entry = (id: string): OutboxEntry => ({
  entity: 'tasks',
  id,
  createdAt: '2026-01-01T00:00:00.000Z',
  editedAt: '2026-01-01T00:00:00.000Z',
  changeId: 'first',
  change: { kind: 'delete' },
});
