import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HttpError } from '#server/errors/errors.ts';
import { inPasswordQueue, passwordQueue } from './password-queue.ts';

test('a client that sends many attempts delays others by one turn at most', async () => {
  const { started, ask, finish } = workshop();
  for (let number = 0; number < 10; number++) ask('192.0.2.1', `attack ${number}`);
  ask('192.0.2.2', 'victim');
  await nextTurn();
  assert.deepEqual(started, ['attack 0', 'attack 1', 'attack 2']);
  assert.deepEqual(passwordQueue(), { running: 3, waiting: 8 });
  await finish('attack 0');
  assert.deepEqual(started.slice(3), ['victim']);
  await finish();
});

test('a network gets 503 when many of its attempts wait, but others do not', async () => {
  const { ask, finish } = workshop();
  for (let number = 0; number < 33; number++) ask('192.0.2.1', `attack ${number}`);
  await isRejected(ask('192.0.2.1', 'one more'));
  const victim = ask('192.0.2.2', 'victim');
  await finish();
  await victim;
});

test('all addresses of an IPv6 /48 are one network', async () => {
  const { ask, finish } = workshop();
  for (let number = 0; number < 33; number++) ask(`2001:db8:1:${number}::/64`, `attack ${number}`);
  await isRejected(ask('2001:db8:1:ffff::/64', 'one more'));
  await finish();
});

test('the attempt of a disconnected client is skipped', async () => {
  const { started, ask, finish } = workshop();
  ask('192.0.2.1', 'first');
  ask('192.0.2.2', 'second');
  ask('192.0.2.3', 'third');
  const rejected = isRejected(ask('192.0.2.4', 'left', () => true));
  await nextTurn();
  await finish('first');
  await rejected;
  assert.ok(!started.includes('left'));
  await finish();
  assert.deepEqual(passwordQueue(), { running: 0, waiting: 0 });
});

/** Queues work that runs until it is finished, by name or all of it. */
function workshop() {
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  return {
    started,
    ask: (address: string, work: string, hasLeft = () => false) =>
      inPasswordQueue({ address, hasLeft }, () => {
        started.push(work);
        return new Promise<void>((resolve) => finishers.set(work, resolve));
      }),
    async finish(work?: string) {
      do {
        for (const [name, finish] of finishers)
          if (work === undefined || work === name) {
            finishers.delete(name);
            finish();
          }
        await nextTurn();
      } while (work === undefined && passwordQueue().running > 0);
    },
  };
}

async function isRejected(attempt: Promise<void>) {
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 503);
    return true;
  });
}
