import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a password matches its own hash and no other', async () => {
  const encoded = await hashPassword('correct horse');
  assert.equal(await passwordMatches('correct horse', encoded), true);
  assert.equal(await passwordMatches('correct horsf', encoded), false);
});

test('the same password is hashed differently each time', async () => {
  assert.notEqual(await hashPassword('correct horse'), await hashPassword('correct horse'));
});

test('a hash made elsewhere with other costs still matches', async () => {
  // argon2id of "password" with m=65536, t=2, p=1 from the reference implementation's test vectors.
  const encoded =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await passwordMatches('password', encoded), true);
  assert.equal(await passwordMatches('differentpassword', encoded), false);
});

test('without a stored hash no password matches', async () => {
  assert.equal(await passwordMatches('anything', undefined), false);
});

test('hashing leaves the event loop free', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await hashPassword('correct horse');
  clearInterval(timer);
  assert.ok(turns > 0);
});
