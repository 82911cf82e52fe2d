import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '#server/errors.ts';
import { newcomer, startProductionServer } from '#server/testing/harness.ts';
import { apiMessages } from '#shared/messages.ts';
import { createAuthLimiters } from './limits.ts';

const direct = await startProductionServer();
const behindProxy = await startProductionServer({ env: { TRUST_PROXY: '1' } });
after(direct.stop);
after(behindProxy.stop);

test('the eleventh wrong password gets 429 with Retry-After, whatever X-Forwarded-For is made up', async () => {
  const person = await direct.signUp();
  const guess = (number: number) =>
    direct.refusal('login', {
      headers: { 'X-Forwarded-For': `203.0.113.${number}` },
      body: { email: person.email, password: `guess ${number}` },
    });
  for (let number = 1; number <= 10; number++) assert.equal((await guess(number)).status, 401);
  const { status, error, headers } = await guess(11);
  assert.deepEqual([status, error], [429, apiMessages.tooManyRequests]);
  const seconds = Number(headers.get('Retry-After'));
  assert.ok(seconds >= 1 && seconds <= 15 * 60);
  const right = await direct.refusal('login', { body: person });
  assert.equal(right.status, 429);
  await person.call('me');
});

test('guessing the password of an open session counts as well', async () => {
  const person = await direct.signUp();
  const guess = () => person.refusal('deleteAccount', { body: { password: 'a guess' } });
  for (let number = 1; number <= 10; number++) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
  const { password } = person;
  assert.equal((await person.refusal('deleteAccount', { body: { password } })).status, 429);
  await person.call('me');
});

test('the owner can still sign in from elsewhere; a hop made up before the proxy’s does not help who guesses', async () => {
  const person = await behindProxy.signUp();
  const guess = (number: number) =>
    behindProxy.refusal('login', {
      headers: { 'X-Forwarded-For': `198.51.100.${number}, 203.0.113.7` },
      body: { email: person.email, password: `guess ${number}` },
    });
  for (let number = 1; number <= 10; number++) assert.equal((await guess(number)).status, 401);
  assert.equal((await guess(11)).status, 429);
  await behindProxy.call('login', {
    headers: { 'X-Forwarded-For': '192.0.2.1' },
    body: { email: person.email, password: person.password },
  });
});

test('signing in rightly clears the count of wrong passwords', async () => {
  const person = await behindProxy.signUp();
  const headers = { 'X-Forwarded-For': '192.0.2.50' };
  for (let round = 0; round < 2; round++) {
    for (let wrong = 0; wrong < 6; wrong++) {
      const body = { email: person.email, password: 'a guess' };
      assert.equal((await behindProxy.refusal('login', { headers, body })).status, 401);
    }
    const { email, password } = person;
    await behindProxy.call('login', { headers, body: { email, password } });
  }
});

test('the sixth letter to one address within an hour gets 429, from wherever it is asked for', async () => {
  const body = newcomer();
  const asked = (number: number) => ({
    headers: { 'X-Forwarded-For': `192.0.2.${100 + number}` },
    body,
  });
  await behindProxy.call('register', asked(1));
  await behindProxy.call('resendConfirmation', asked(2));
  await behindProxy.call('resetPassword', asked(3));
  await behindProxy.call('register', asked(4));
  await behindProxy.call('resetPassword', asked(5));
  const before = (await behindProxy.lettersTo(body.email)).length;
  for (const name of ['register', 'resendConfirmation', 'resetPassword'] as const) {
    const { status, headers } = await behindProxy.refusal(name, asked(6));
    assert.equal(status, 429);
    assert.ok(Number(headers.get('Retry-After')) > 0);
  }
  assert.equal((await behindProxy.lettersTo(body.email)).length, before);
});

test('one address that asks for letters to many people gets 429 after the thirtieth', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.200' };
  const ask = (number: number) =>
    behindProxy.send('resetPassword', { headers, body: { email: `many-${number}@example.com` } });
  for (let number = 1; number <= 30; number++) assert.equal((await ask(number)).status, 200);
  assert.equal((await ask(31)).status, 429);
});

test('one address that tries many accounts gets 429 after a hundred sign-ins', async () => {
  const { signIn } = createAuthLimiters({ mode: 'production' });
  for (let number = 1; number <= 100; number++)
    await signIn.count('203.0.113.1', `person-${number}@example.com`);
  await assert.rejects(signIn.count('203.0.113.1', 'one-more@example.com'), is429);
  await signIn.count('203.0.113.2', 'one-more@example.com');
});

test('new passwords from one address get 429 after the thirtieth', async () => {
  const { newPassword } = createAuthLimiters({ mode: 'production' });
  for (let number = 1; number <= 30; number++) await newPassword('203.0.113.1');
  await assert.rejects(newPassword('203.0.113.1'), is429);
  await newPassword('203.0.113.2');
});

test('the limits of demo mode are never met by a test suite', async () => {
  const limiters = createAuthLimiters({ mode: 'demo' });
  for (let number = 1; number <= 5000; number++) {
    await limiters.signIn.count('127.0.0.1', 'demo@example.com');
    await limiters.letter('127.0.0.1', 'demo@example.com');
    await limiters.newPassword('127.0.0.1');
  }
});

const is429 = (error: unknown) => error instanceof Refusal && error.status === 429;
