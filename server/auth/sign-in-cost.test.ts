import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, test } from 'node:test';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

// Counts hashes instead of measuring time. Must be replaced before the server is loaded.
let hashes = 0;
let start: Promise<unknown> = Promise.resolve();
const { argon2 } = crypto;
crypto.argon2 = ((...args: Parameters<typeof argon2>) => {
  hashes++;
  void start.then(() => argon2(...args));
}) as typeof argon2;
syncBuiltinESMExports();
const { startTestServer } = await import('#server/testing/harness.ts');
const { passwordQueue } = await import('./password-queue.ts');

const server = await startTestServer();
after(server.stop);

test('a failed sign-in costs the same with an account, a pending registration, both or neither', async () => {
  const owner = await server.signUp();
  const waiting = await server.register();
  const both = await server.signUp();
  const second = await server.register({ email: both.email });
  const attempts = [
    [owner.email, 'not the password', 401],
    [waiting.email, 'not the password', 401],
    [waiting.email, waiting.password, 403],
    [both.email, 'not the password', 401],
    [both.email, second.password, 403],
    ['nobody@example.com', 'not the password', 401],
  ] as const;
  for (const [email, password, expected] of attempts) {
    hashes = 0;
    const { status } = await server.error(kit.login, { body: { email, password } });
    assert.deepEqual([status, hashes], [expected, 2]);
  }
});

test('registering costs the same with and without an account', async () => {
  const { email } = await server.signUp();
  for (const overrides of [{}, { email }]) {
    hashes = 0;
    await server.register(overrides);
    assert.equal(hashes, 1);
  }
});

test('resending a confirmation with a password costs the same with an account, a pending registration or neither', async () => {
  const { email } = await server.signUp();
  const waiting = await server.register();
  for (const body of [
    { email, password: 'some password' },
    { email: waiting.email, password: waiting.password },
    { email: waiting.email, password: 'some password' },
    { email: 'nobody@example.com', password: 'some password' },
  ]) {
    hashes = 0;
    await server.call(kit.resendConfirmation, { body });
    assert.equal(hashes, 1);
  }
});

test('a sign-in gets 503 with Retry-After while 30 others from the same network wait', async () => {
  const { email, password } = await server.signUp();
  const signIn = { body: { email, password } };
  const { promise, resolve } = Promise.withResolvers<void>();
  start = promise;
  const waiting = Array.from({ length: 33 }, () => server.call(kit.login, signIn));
  await waitFor('all wait', () => passwordQueue().waiting === 30);
  const { status, headers } = await server.error(kit.login, signIn);
  assert.deepEqual([status, headers.get('Retry-After')], [503, '5']);
  resolve();
  await Promise.all(waiting);
  await server.call(kit.login, signIn);
});
