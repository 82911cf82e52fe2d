import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newPerson, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { fieldMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);

const rules = [
  ['first_name', undefined, 'First name is required'],
  ['first_name', '   ', 'First name is required'],
  ['first_name', '\u200b\u2060', 'First name is required'],
  ['first_name', 'x'.repeat(61), fieldMessages.nameTooLong],
  ['first_name', ['Ada'], 'First name is required'],
  ['last_name', '', 'Last name is required'],
  ['last_name', '\t\r\n', 'Last name is required'],
  ['last_name', 'x'.repeat(61), fieldMessages.nameTooLong],
  ['email', undefined, 'Email is required'],
  ['email', '  ', 'Email is required'],
  ['email', 'ada', 'Please enter a valid email address'],
  ['email', 'ada@localhost', 'Please enter a valid email address'],
  ['email', 'ada@@example.com', 'Please enter a valid email address'],
  ['email', 'ada lovelace@example.com', 'Please enter a valid email address'],
  ['email', 'ada@example.com, eve@example.com', 'Please enter a valid email address'],
  ['email', `${'x'.repeat(250)}@example.com`, fieldMessages.emailTooLong],
  ['password', undefined, 'Password is required'],
  ['password', '', 'Password is required'],
  ['password', '12345', 'Password must be at least 6 characters'],
  ['password', 'x'.repeat(129), fieldMessages.passwordTooLong],
] as const;

test('each rule of the sign-up form is enforced with its message, and nothing is created', async () => {
  const before = await server.count('users');
  for (const [field, value, message] of rules) {
    const body = { ...newPerson(), [field]: value };
    const { status, error, fields } = await server.error(kit.register, { body });
    assert.deepEqual(
      [status, error, fields],
      [400, message, { [field]: message }],
      `${field}: ${value}`,
    );
  }
  assert.equal(await server.count('users'), before);
  assert.equal(await server.count('outbox'), 0);
});

test('each of several invalid fields gets its message', async () => {
  const { fields } = await server.error(kit.register, { body: {} });
  assert.deepEqual(fields, {
    first_name: 'First name is required',
    last_name: 'Last name is required',
    email: 'Email is required',
    password: 'Password is required',
  });
});

test('an email that is an object, array, number or null, or contains CR LF, gets 400 from every endpoint', async () => {
  const before = await server.count('users');
  const values = [
    { $gt: '' },
    ['a@example.com'],
    7,
    null,
    true,
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
  ];
  for (const email of values)
    for (const endpoint of [kit.register, kit.login, kit.resetPassword, kit.resendConfirmation]) {
      const { status, fields } = await server.error(endpoint, { body: { ...newPerson(), email } });
      assert.equal(status, 400);
      assert.deepEqual(
        Object.keys(fields ?? {}),
        ['email'],
        `${endpoint.path}: ${JSON.stringify(email)}`,
      );
    }
  assert.equal(await server.count('users'), before);
  assert.equal(await server.count('outbox'), 0);
});

test('a password of 1 MB gets 413 before any hashing', async () => {
  const before = await server.count('users');
  for (const endpoint of [kit.register, kit.login, kit.updatePassword]) {
    const { status } = await server.error(endpoint, {
      body: { ...newPerson(), password: 'x'.repeat(1024 * 1024) },
    });
    assert.equal(status, endpoint === kit.updatePassword ? 401 : 413);
  }
  assert.equal(await server.count('users'), before);
});

test('passwords of 6 and of 128 characters and names of 60 are accepted', async () => {
  const body = { ...newPerson(), password: '123456', first_name: 'x'.repeat(60) };
  await server.call(kit.register, { body });
  await server.call(kit.register, { body: { ...newPerson(), password: '\u{1F511}'.repeat(64) } });
});

test('NUL and lone surrogates in any text of an account get 400', async () => {
  const before = await server.count('users');
  for (const field of ['first_name', 'last_name', 'email', 'password'])
    for (const broken of [
      'nul\u0000@example.com',
      'half\ud800@example.com',
      '\udc00half@example.com',
    ]) {
      const { status, fields } = await server.error(kit.register, {
        body: { ...newPerson(), [field]: broken },
      });
      assert.deepEqual([status, fields], [400, { [field]: fieldMessages.brokenText }]);
    }
  assert.equal(await server.count('users'), before);
});
