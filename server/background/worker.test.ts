import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLog } from '#server/log/log.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { startWorker } from './worker.ts';

const quiet = { name: 'test', everyMs: 60_000, log: silentLog };

test('a worker runs at the start and when woken', async () => {
  let runs = 0;
  const worker = startWorker({ ...quiet, work: async () => void runs++ });
  await nextTurn();
  assert.equal(runs, 1);
  worker.wake();
  await nextTurn();
  assert.equal(runs, 2);
  await worker.stop();
});

test('a worker woken during a run runs once more afterwards, never twice at once', async () => {
  let running = 0;
  let runs = 0;
  let release = Promise.withResolvers<void>();
  const worker = startWorker({
    ...quiet,
    async work() {
      assert.equal(++running, 1);
      runs++;
      await release.promise;
      running--;
    },
  });
  for (let wakes = 0; wakes < 5; wakes++) worker.wake();
  const first = release;
  release = Promise.withResolvers();
  release.resolve();
  first.resolve();
  await nextTurn();
  assert.equal(runs, 2);
  await worker.stop();
});

test('a failed run is logged, and the next one starts as usual', async () => {
  const { log, lines } = createMemoryLog();
  let runs = 0;
  const worker = startWorker({
    ...quiet,
    log,
    async work() {
      if (++runs === 1) throw new Error('the database is away');
    },
  });
  await nextTurn();
  worker.wake();
  await nextTurn();
  assert.equal(runs, 2);
  assert.match(lines.join(''), /the database is away/);
  await worker.stop();
});

test('stopping waits for the current run and starts no other', async () => {
  const release = Promise.withResolvers<void>();
  let ended = false;
  let runs = 0;
  const worker = startWorker({
    ...quiet,
    async work(stopping) {
      runs++;
      await release.promise;
      assert.equal(stopping(), true);
      ended = true;
    },
  });
  worker.wake();
  const stopped = worker.stop();
  release.resolve();
  await stopped;
  assert.ok(ended);
  worker.wake();
  await nextTurn();
  assert.equal(runs, 1);
});
