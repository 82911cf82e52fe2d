import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { DeviceFiles } from '#client/native/definitions.ts';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { createUnsentBackup } from './unsent-backup.ts';

const files = new Map<string, string>();
const device: DeviceFiles = {
  list: async (folder) => [...files.keys()].map((path) => path.slice(folder.length + 1)),
  read: async (path) => files.get(path),
  write: async (path, text) => void files.set(path, text),
  remove: async (path) => void files.delete(path),
  removeFolder: async () => files.clear(),
};
let database: LocalDatabase;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  files.clear();
  database = await openLocalDatabase('test');
});

test('a damaged copy does not keep the others from being restored', async (t) => {
  t.mock.method(console, 'error', () => {});
  files.set('unsent/ada/tasks.a.json', '{"entry":{"id"');
  files.set('unsent/ada/tasks.b.json', '');
  await copies().update(undefined, entry('c'));
  await copies().reconcile();
  assert.deepEqual(await unsent(), [entry('c')]);
});

test('a copy never replaces the change in the database, which may be newer', async () => {
  await copies().update(undefined, entry('a'));
  const newer = { ...entry('a'), changeId: 'newer' };
  await database.write(['outbox'], ({ put }) => put('outbox', newer));
  // As after an expired session, which deletes the record of the user.
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

test('files that cannot be read do not keep syncing from starting', async (t) => {
  t.mock.method(console, 'error', () => {});
  const list = () => Promise.reject(new Error('No access'));
  await createUnsentBackup({ ...device, list }, database, 'ada').reconcile();
});

const copies = () => createUnsentBackup(device, database, 'ada');

const unsent = () => database.read(['outbox'], ({ getAll }) => getAll('outbox', ['ada']));

const entry = (id: string): OutboxEntry => ({
  userId: 'ada',
  entity: 'tasks',
  id,
  createdAt: '2026-01-01T00:00:00.000Z',
  editedAt: '2026-01-01T00:00:00.000Z',
  changeId: 'first',
  change: { kind: 'delete' },
});
