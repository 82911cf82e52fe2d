import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HttpError, photosBusy } from '#server/errors/errors.ts';
import { createFairQueue } from './fair-queue.ts';

const limits = {
  atOnce: 2,
  atOncePerClient: 1,
  waitingMax: 20,
  waitingPerClientMax: 10,
  rejection: photosBusy,
};

test('jobs of one client run one at a time, and others do not wait for them', async () => {
  const { started, counts, ask, finish } = workshop();
  for (const work of ['ada 1', 'ada 2', 'ada 3']) ask('ada', work);
  ask('bob', 'bob 1');
  ask('cyd', 'cyd 1');
  await nextTurn();
  assert.deepEqual(started, ['ada 1', 'bob 1']);
  assert.deepEqual(counts(), { running: 2, waiting: 3 });
  await finish('ada 1');
  assert.deepEqual(started, ['ada 1', 'bob 1', 'cyd 1']);
  await finish('bob 1');
  assert.deepEqual(started.slice(3), ['ada 2']);
});

test('after a failed job the next one runs', async () => {
  const queue = createFairQueue(limits);
  await assert.rejects(
    queue.run('ada', () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  assert.equal(await queue.run('ada', async () => 'done'), 'done');
});

test('jobs beyond the limit per client or in total get 503 with Retry-After', async () => {
  const { ask } = workshop();
  // One job runs, ten wait.
  for (let count = 0; count < 11; count++) ask('ada', `ada ${count}`);
  await isBusy(ask('ada', 'ada 12'));
  ask('bob', 'bob 1');
  for (let count = 0; count < 10; count++) ask(`person ${count}`, 'x');
  await isBusy(ask('one more', 'x'));
});

/** Starts jobs that run until they are finished by name. */
function workshop() {
  const queue = createFairQueue(limits);
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  return {
    started,
    counts: queue.counts,
    ask: (person: string, work: string) =>
      queue.run(person, () => {
        started.push(work);
        return new Promise<void>((resolve) => finishers.set(work, resolve));
      }),
    async finish(work: string) {
      finishers.get(work)?.();
      await nextTurn();
    },
  };
}

async function isBusy(job: Promise<void>) {
  await assert.rejects(job, (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 503);
    assert.ok(Number(error.headers['Retry-After']) > 0);
    return true;
  });
}
