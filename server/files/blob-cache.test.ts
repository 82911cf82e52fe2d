import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCachedReader, SMALL_BLOB_MAX_BYTES } from './blob-cache.ts';

const MEGABYTE = 1024 * 1024;

test('a small blob is read from the store once, a large or missing one each time', async () => {
  const { read, reads } = openStore({
    small: SMALL_BLOB_MAX_BYTES,
    large: SMALL_BLOB_MAX_BYTES + 1,
  });
  for (const name of ['small', 'large', 'missing', 'small', 'large', 'missing']) await read(name);
  assert.deepEqual(reads, ['small', 'large', 'missing', 'large', 'missing']);
});

test('an empty blob is returned unchanged', async () => {
  const { read } = openStore({ empty: 0 });
  assert.equal((await read('empty'))?.length, 0);
});

test('the cache holds at most 16 MB, and keeps the blobs that were read last', async () => {
  const names = Array.from({ length: 65 }, (_, number) => `blob ${number}`);
  const { read, reads } = openStore(Object.fromEntries(names.map((name) => [name, MEGABYTE / 4])));
  for (const name of names) await read(name);
  await read('blob 64');
  await read('blob 1');
  assert.equal(reads.length, 65);
  await read('blob 0');
  assert.equal(reads.length, 66);
});

/** Returns a cached reader of blobs with these sizes, and the names that it has read from the store. */
function openStore(sizes: Record<string, number>) {
  const reads: string[] = [];
  const read = createCachedReader({
    async get(name) {
      reads.push(name);
      const size = sizes[name];
      return size === undefined ? undefined : new Uint8Array(size);
    },
  });
  return { read, reads };
}
