import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryPool } from './memory-pool.ts';

/** Fills a pool of 100 bytes. Returns the names of the holders that had to give up their memory. */
function createPool() {
  const pool = createMemoryPool(100);
  const givenUp: string[] = [];
  const hold = (client: string, name: string, bytes: number) => {
    const held = pool.hold(client, () => givenUp.push(name));
    held.add(bytes);
    return held;
  };
  return { hold, givenUp };
}

test('beyond the limit, the oldest holder of the client with the most memory is given up', () => {
  const { hold, givenUp } = createPool();
  hold('slow phone', 'phone', 30);
  hold('attacker', 'first', 25);
  hold('attacker', 'second', 25);
  assert.deepEqual(givenUp, []);
  hold('newcomer', 'newcomer', 40);
  assert.deepEqual(givenUp, ['first']);
  hold('attacker', 'third', 30);
  assert.deepEqual(givenUp, ['first', 'second']);
});

test('released or given-up memory no longer counts, and is never given up again', () => {
  const { hold, givenUp } = createPool();
  const released = hold('ada', 'released', 90);
  released.release();
  released.add(1000);
  const ended = hold('ada', 'ended', 60);
  hold('bob', 'bob', 50);
  assert.deepEqual(givenUp, ['ended']);
  ended.release();
  ended.add(1000);
  hold('bob', 'more', 50);
  assert.deepEqual(givenUp, ['ended']);
});

test('a kept holder still counts, but others are given up', () => {
  const { hold, givenUp } = createPool();
  hold('ada', 'kept', 80).keep();
  hold('bob', 'bob', 30);
  assert.deepEqual(givenUp, ['bob']);
});
