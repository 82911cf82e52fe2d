import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareReads } from './share-reads.ts';

test('concurrent callers share a read, and a later one reads again', async () => {
  let reads = 0;
  const read = shareReads(async () => ++reads);
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  assert.equal(await read(), 2);
});

test('a read that fails returns nothing, and the next one is tried', async () => {
  let reads = 0;
  const read = shareReads(async () => {
    if (++reads === 1) throw new Error('no');
    return reads;
  });
  assert.deepEqual([await read(), await read()], [undefined, 2]);
});

test('a read that hangs returns nothing, and is not started again before it ends', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let reads = 0;
  const read = shareReads(() => {
    reads++;
    return promise;
  });
  assert.deepEqual([await read(), reads], [undefined, 1]);
  const waiting = read();
  resolve('late');
  assert.deepEqual([await waiting, reads], ['late', 1]);
});
