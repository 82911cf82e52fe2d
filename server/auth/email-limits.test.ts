import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '#server/errors/errors.ts';
import { countInMemory, createLimiters } from '#server/http/rate-limit.ts';
import { createEmailLimits } from './email-limits.ts';

const EMAIL = 'adal@example.com';

test('a caller gets 429 after requesting fifteen confirmations for a mailbox, whatever its spelling', async () => {
  const { takeConfirmation } = start();
  const spellings = ['ada.l@example.com', 'a.dal@example.com', 'adal+x@example.com'];
  for (let number = 0; number < 15; number++)
    assert.equal(await takeConfirmation('203.0.113.1', spellings[number % 3] ?? ''), true);
  await assert.rejects(takeConfirmation('203.0.113.1', 'adal+y+z@example.com'), is429);
  assert.equal(await takeConfirmation('203.0.113.1', 'adal@example.org'), true);
  assert.equal(await takeConfirmation('203.0.113.2', EMAIL), true);
});

test('beyond twenty confirmations per hour, a mailbox gets only one from each additional caller', async () => {
  const { takeConfirmation } = start();
  await useUpUsual(takeConfirmation);
  for (const [address, allowed] of [
    ['203.0.113.1', false],
    ['203.0.113.3', true],
    ['203.0.113.3', false],
    ['2001:db8:1:1::/64', true],
    // In the same /48, which may belong to one subscriber.
    ['2001:db8:1:ff00::/64', false],
    ['2001:db8:2:1::/64', true],
  ] as const)
    assert.equal(await takeConfirmation(address, EMAIL), allowed, address);
});

test('a caller with a confirmation among the first twenty gets no more beyond them', async () => {
  const { takeConfirmation } = start();
  assert.equal(await takeConfirmation('203.0.113.9', EMAIL), true);
  await useUpUsual(takeConfirmation);
  assert.equal(await takeConfirmation('203.0.113.9', EMAIL), false);
});

test('a mailbox gets at most a hundred confirmations per hour, however many callers there are', async () => {
  const { takeConfirmation } = start();
  let allowed = 0;
  for (let number = 1; number <= 200; number++)
    if (await takeConfirmation(`198.51.100.${number}`, EMAIL)) allowed++;
  assert.equal(allowed, 100);
});

test('confirmations caused by resets are limited per mailbox, resets per address', async () => {
  const { isReached, countSent } = start();
  for (let number = 1; number <= 5; number++)
    for (const kind of ['confirm-by-reset', 'reset'] as const) {
      assert.equal(await isReached(kind, EMAIL), false);
      await countSent(kind, EMAIL);
    }
  assert.equal(await isReached('confirm-by-reset', 'ad.al+x@example.com'), true);
  assert.equal(await isReached('reset', EMAIL), true);
  assert.equal(await isReached('reset', 'ad.al@example.com'), false);
});

const start = () => createEmailLimits(createLimiters(countInMemory, 'production'));

/** Uses up the twenty confirmations that any caller may get, from two networks. */
async function useUpUsual(takeConfirmation: ReturnType<typeof start>['takeConfirmation']) {
  for (let number = 0; number < 20; number++)
    await takeConfirmation(`203.0.113.${1 + (number % 2)}`, EMAIL);
}

const is429 = (error: unknown) => error instanceof HttpError && error.status === 429;
