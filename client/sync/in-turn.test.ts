import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from './in-turn.ts';

test('calls during a run share the next run, which begins even if the current run fails', async () => {
  const runs: PromiseWithResolvers<string>[] = [];
  const run = inTurn(() => {
    const next = Promise.withResolvers<string>();
    runs.push(next);
    return next.promise;
  });
  const first = run();
  await begun();
  const [second, third] = [run(), run()];
  await begun();
  assert.equal(runs.length, 1);
  runs[0]?.reject(new Error('failed'));
  await assert.rejects(first, { message: 'failed' });
  await begun();
  assert.equal(runs.length, 2);
  runs[1]?.resolve('second');
  assert.deepEqual(await Promise.all([second, third]), ['second', 'second']);

  const fourth = run();
  await begun();
  assert.equal(runs.length, 3);
  runs[2]?.resolve('fourth');
  assert.equal(await fourth, 'fourth');
});

test('a call at the end of a run does not begin beside the run that waits', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = inTurn(() => {
    const next = Promise.withResolvers<void>();
    runs.push(next);
    return next.promise;
  });
  const atEnd = run().then(run);
  await begun();
  const waiting = run();
  runs[0]?.resolve();
  await begun();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await Promise.all([atEnd, waiting]);
});

const begun = () => new Promise(setImmediate);
