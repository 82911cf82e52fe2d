import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { firstAborted } from './abort-signals.ts';

test('a signal of several aborts with any of them, also with one that has aborted before', () => {
  const early = new AbortController();
  const late = new AbortController();
  const { signal } = firstAborted(early.signal, late.signal);
  assert.equal(signal.aborted, false);
  late.abort();
  assert.equal(signal.aborted, true);
  assert.equal(firstAborted(early.signal, late.signal).signal.aborted, true);
});

test('a signal that lives long keeps no listener of the released signals made of it', () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 3; count++) firstAborted(signal).release();
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});
