import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { openLocalDatabase } from './local-database.ts';
import type { UserDatabase } from './user-database.ts';

let database: UserDatabase;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = (await openLocalDatabase('test')).forUser('ada');
});

test('a Blob is stored as its bytes and read as a Blob of the same type', async () => {
  await store('a', new Blob(['bytes'], { type: 'image/png' }));
  const raw = await openDB('test');
  const stored = await raw.get('photos', ['ada', 'a']);
  assert.deepEqual(Object.keys(stored).sort(), ['bytes', 'path', 'type', 'userId']);
  assert.equal(await read('a'), 'image/png bytes');
});

test('a Blob that an earlier version of the app stored is read, and can be stored under another path', async () => {
  const raw = await openDB('test');
  const blob = new Blob(['earlier'], { type: 'image/jpeg' });
  await raw.put('photos', { userId: 'ada', path: 'old', blob });
  await database.write(['photos'], async ({ get, put }) => {
    const found = await get('photos', ['old']);
    if (found) await put('photos', { ...found, path: 'copy' });
  });
  assert.deepEqual([await read('old'), await read('copy')], Array(2).fill('image/jpeg earlier'));
});

test('a Blob that was not passed to the write is refused, and nothing of the write is stored', async () => {
  const writing = database.write(['photos'], async ({ put }) => {
    await put('photos', { path: 'a', blob: new Blob(['a']) });
  });
  await assert.rejects(writing, /with it/);
  assert.equal(await read('a'), undefined);
});

test('calls made while bytes are read take effect afterwards', async () => {
  const slow = slowBlob();
  const steps = [
    store('a', slow.blob),
    store('a', new Blob(['second'])),
    read('a'),
    remove('a'),
    read('a'),
  ];
  slow.finish(new ArrayBuffer(0));
  const [, , between, , last] = await Promise.all(steps);
  assert.deepEqual([between, last], [' second', undefined]);
});

test('unreadable bytes fail only their own write', async () => {
  const slow = slowBlob();
  const writing = assert.rejects(store('a', slow.blob), { name: 'NotReadableError' });
  const next = store('b', new Blob(['b']));
  slow.fail(new DOMException('The file was changed', 'NotReadableError'));
  await Promise.all([writing, next]);
  assert.deepEqual([await read('a'), await read('b')], [undefined, ' b']);
});

/** Returns a Blob whose bytes arrive when the test releases them. */
function slowBlob() {
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
  const blob = Object.assign(new Blob(['slow']), { arrayBuffer: () => promise });
  return { blob, finish: resolve, fail: reject };
}

const store = (path: string, blob: Blob) =>
  database.write(['photos'], ({ put }) => put('photos', { path, blob }), [blob]);

const remove = (path: string) =>
  database.write(['photos'], (transaction) => transaction.delete('photos', [path]));

async function read(path: string) {
  const found = await database.read(['photos'], ({ get }) => get('photos', [path]));
  return found && `${found.blob.type} ${await found.blob.text()}`;
}
