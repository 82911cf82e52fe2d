import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('names are trimmed and stored, and returned by me', async () => {
  const { user } = await ada.call(kit.updateProfile, {
    body: { first_name: ' Augusta ', last_name: 'King' },
  });
  assert.deepEqual(user, { ...ada.user, first_name: 'Augusta', last_name: 'King' });
  assert.deepEqual((await ada.call(kit.me)).user, user);
});

test('email, user_type, id and password in a profile are ignored', async () => {
  const before = (await ada.call(kit.me)).user;
  await ada.call(kit.updateProfile, {
    body: {
      first_name: before.first_name,
      last_name: before.last_name,
      email: 'new@example.com',
      user_type: 'admin',
      id: 'mine',
      password: 'another one',
    },
  });
  assert.deepEqual((await ada.call(kit.me)).user, before);
  assert.equal((await ada.error(kit.adminStatus)).status, 403);
  await server.call(kit.login, { body: { email: ada.email, password: ada.password } });
});

test('each rule of the profile form is enforced with its message, and nothing is changed', async () => {
  const before = (await ada.call(kit.me)).user;
  const rules = [
    [{ first_name: '  ', last_name: 'King' }, { first_name: 'First name is required' }],
    [{ first_name: 'Ada' }, { last_name: 'Last name is required' }],
    [{ first_name: null, last_name: 'King' }, { first_name: 'First name is required' }],
    [
      { first_name: 'Ada', last_name: 'x'.repeat(61) },
      { last_name: 'Names must be at most 60 characters' },
    ],
    [
      { first_name: 'nul\u0000', last_name: 'half\ud800' },
      {
        first_name: 'This text contains characters that cannot be saved',
        last_name: 'This text contains characters that cannot be saved',
      },
    ],
  ];
  for (const [body, fields] of rules) {
    const failed = await ada.error(kit.updateProfile, { body });
    assert.deepEqual([failed.status, failed.fields], [400, fields]);
  }
  assert.deepEqual((await ada.call(kit.me)).user, before);
});

test('updating a profile changes no other account', async () => {
  const bob = await server.signUp({ first_name: 'Bob' });
  await ada.call(kit.updateProfile, { body: { first_name: 'Eve', last_name: 'Else' } });
  assert.deepEqual((await bob.call(kit.me)).user, bob.user);
});
