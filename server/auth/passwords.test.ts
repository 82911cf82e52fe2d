import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyDummy, verifyPassword } from './passwords.ts';

test('a password matches its own hash and no other', async () => {
  const encoded = await hashPassword('correct horse');
  assert.equal(await verifyPassword('correct horse', encoded), true);
  assert.equal(await verifyPassword('correct horsf', encoded), false);
});

test('the same password is hashed differently each time', async () => {
  assert.notEqual(await hashPassword('correct horse'), await hashPassword('correct horse'));
});

test('a hash created elsewhere with other costs still matches', async () => {
  // argon2id of "password" with m=65536, t=2, p=1 from the reference implementation's test vectors.
  const encoded =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', encoded), true);
  assert.equal(await verifyPassword('differentpassword', encoded), false);
});

test('the check without an account matches no password', async () => {
  assert.equal(await verifyDummy('anything'), false);
});

test('a password matches however a keyboard composes its characters', async () => {
  const [composed, decomposed, fullwidth] = [
    'Zoë péage 1',
    'Zoe\u0308 pe\u0301age 1',
    'Ｚoë péage １',
  ];
  for (const stored of [composed, decomposed, fullwidth])
    for (const typed of [composed, decomposed, fullwidth])
      assert.equal(await verifyPassword(typed, await hashPassword(stored)), true);
  assert.equal(await verifyPassword('Zoe peage 1', await hashPassword(composed)), false);
});

test('hashing does not block the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await hashPassword('correct horse');
  clearInterval(timer);
  assert.ok(turns > 0);
});
