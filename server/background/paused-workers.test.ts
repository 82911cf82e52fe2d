import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '#server/log/log.ts';
import { pauseWorkers, startWorker } from './worker.ts';

test('a paused worker does nothing, not even when woken', async () => {
  pauseWorkers();
  let runs = 0;
  const work = async () => void runs++;
  const worker = startWorker({ name: 'test', everyMs: 60_000, log: silentLog, work });
  await worker.wake();
  await worker.stop();
  assert.equal(runs, 0);
});
