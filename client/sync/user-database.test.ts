import assert from 'node:assert/strict';
import { test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { task } from '#client/testing/task-kind.ts';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';
import {
  deleteAll,
  type Records,
  STORES,
  type Transaction,
  type UserDatabase,
} from './user-database.ts';

/** One id is a prefix of another, and the empty id owns shared content that no user has taken yet. */
const USERS = ['ada', 'ada2', ''];

const databases: Record<string, () => Promise<LocalDatabase>> = {
  'the database of the browser': () => openLocalDatabase('test'),
  async 'a database in memory'() {
    (await openDB('test', 2)).close();
    return openLocalDatabase('test');
  },
};

for (const [name, openDatabase] of Object.entries(databases)) {
  /** Opens a database in which every user has the same records, each marked with its owner. */
  async function openFilled() {
    globalThis.indexedDB = new IDBFactory();
    const local = await openDatabase();
    for (const userId of USERS) await fill(local.forUser(userId), userId);
    return local;
  }

  test(`in ${name}, users have separate records with the same keys`, async () => {
    const local = await openFilled();
    for (const userId of USERS) await expectOwn(local, userId);
    assert.deepEqual(
      (await local.readUsers()).sort((a, b) => (a.userId < b.userId ? -1 : 1)),
      USERS.toSorted().map((userId) => ({ userId, bearer: userId })),
    );
  });

  test(`in ${name}, no key leads to another user's records`, async () => {
    const local = await openFilled();
    const keys = (key: string[]) => USERS.map((userId) => [userId, ...key]);
    const found = await local
      .forUser('ada')
      .read(STORES, ({ get, getAll, getNewest }) =>
        Promise.all([
          ...keys(['tasks', 'a']).map((key) => get('items', key)),
          ...keys([]).map((key) => getAll('items', key)),
          ...keys(['tasks']).map((key) => getNewest(key, 9)),
          ...keys(['a.png']).map((key) => get('photos', key)),
          ...keys([]).map((key) => get('users', key)),
        ]),
      );
    assert.deepEqual(found.flat().filter(Boolean), []);
  });

  test(`in ${name}, no user deletes another user's records`, async () => {
    const local = await openFilled();
    await local.forUser('ada').write(STORES, async (transaction) => {
      for (const store of STORES)
        for (const userId of USERS) {
          await transaction.delete(store, [userId]);
          await transaction.delete(store, [userId, 'tasks', 'a']);
        }
    });
    for (const userId of USERS) await expectOwn(local, userId);
    await deleteAll(local.forUser('ada'));
    assert.deepEqual(await everythingOf(local.forUser('ada')), []);
    await expectOwn(local, 'ada2');
    await expectOwn(local, '');
    await deleteAll(local.forUser(''));
    await expectOwn(local, 'ada2');
  });

  test(`in ${name}, no user overwrites another user's records, whatever a record says`, async () => {
    const local = await openFilled();
    const foreign = { ...recordsOf('foreign').outbox, userId: 'ada2' };
    await local.forUser('ada').write(['outbox'], ({ put }) => put('outbox', foreign));
    await expectOwn(local, 'ada2');
    const [entry, ...others] = await local
      .forUser('ada')
      .read(['outbox'], ({ getAll }) => getAll('outbox', []));
    assert.deepEqual([entry?.changeId, others], ['foreign', []]);
  });

  test(`in ${name}, a failed write changes nothing`, async () => {
    const local = await openFilled();
    const failing = local.forUser('ada').write(STORES, async (transaction) => {
      for (const store of STORES) await transaction.delete(store, []);
      throw new Error('failed');
    });
    await assert.rejects(failing, /^Error: failed$/);
    for (const userId of USERS) await expectOwn(local, userId);
  });
}

async function expectOwn(local: LocalDatabase, userId: string) {
  const photo = { path: 'a.png', blob: userId };
  const expected = { ...recordsOf(userId), photos: photo, thumbnails: photo };
  assert.deepEqual(await everythingOf(local.forUser(userId)), Object.values(expected));
}

/** Stores a record marked with its owner in each store. */
async function fill(database: UserDatabase, owner: string) {
  const records = recordsOf(owner);
  const { photos, thumbnails } = records;
  const store = async ({ put }: Transaction) => {
    for (const name of STORES) await put(name, records[name]);
  };
  await database.write(STORES, store, [photos.blob, thumbnails.blob]);
}

const recordsOf = (owner: string): Records => ({
  items: { entity: 'tasks', id: 'a', item: task({ title: owner }), seq: 1, order: 0 },
  outbox: {
    entity: 'tasks',
    id: 'a',
    createdAt: '2026-01-01T00:00:00.000Z',
    editedAt: '2026-01-01T00:00:00.000Z',
    changeId: owner,
    change: { kind: 'delete' },
  },
  drafts: { entity: 'tasks', id: 'a', fields: { title: owner }, photo: 'none' },
  photos: { path: 'a.png', blob: new Blob([owner]) },
  thumbnails: { path: 'a.png', blob: new Blob([owner]) },
  cursors: { entity: 'tasks', seq: 1, at: owner },
  users: { bearer: owner },
});

/** Reads all records of a user in the order of the stores, with their Blobs as text. */
async function everythingOf(database: UserDatabase) {
  const found = await database.read(STORES, ({ getAll }) =>
    Promise.all(STORES.map((store) => getAll(store, []))),
  );
  return Promise.all(
    found
      .flat()
      .map(async (record) =>
        'blob' in record ? { ...record, blob: await record.blob.text() } : record,
      ),
  );
}
