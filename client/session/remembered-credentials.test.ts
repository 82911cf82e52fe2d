import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { browserDevice } from '#client/native/browser.ts';
import {
  deleteRemembered,
  deleteRememberedOf,
  loadRemembered,
  saveRemembered,
} from './remembered-credentials.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EMAIL = 'ada@example.com';
const PASSWORD = 'correct horse';

let secret: string | undefined;

beforeEach(() => {
  secret = undefined;
  mock.timers.enable({ apis: ['Date'] });
  mock.method(browserDevice.secret, 'read', async () => secret);
  mock.method(browserDevice.secret, 'write', async (text: string) => {
    secret = text;
  });
  mock.method(browserDevice.secret, 'clear', async () => {
    secret = undefined;
  });
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test('remembered credentials are returned for 90 days', async () => {
  await saveRemembered(EMAIL, PASSWORD);
  mock.timers.tick(90 * DAY_MS - 1);
  const { email, password, rememberMe } = (await loadRemembered()) ?? {};
  assert.deepEqual(
    { email, password, rememberMe },
    { email: EMAIL, password: PASSWORD, rememberMe: true },
  );
});

test('credentials that were not used for 90 days are deleted when they are read', async () => {
  await saveRemembered(EMAIL, PASSWORD);
  mock.timers.tick(90 * DAY_MS);
  assert.equal(await loadRemembered(), undefined);
  assert.equal(secret, undefined);
});

test('saving them again starts another 90 days', async () => {
  await saveRemembered(EMAIL, PASSWORD);
  mock.timers.tick(89 * DAY_MS);
  await saveRemembered(EMAIL, PASSWORD);
  mock.timers.tick(89 * DAY_MS);
  assert.equal((await loadRemembered())?.email, EMAIL);
});

test('only the credentials of the given address are deleted', async () => {
  await saveRemembered(EMAIL, PASSWORD);
  await deleteRememberedOf('bob@example.com');
  assert.notEqual(secret, undefined);
  await deleteRememberedOf(EMAIL);
  assert.equal(secret, undefined);
});

test('a device that cannot store anything remembers nothing and reports no error', async () => {
  for (const method of ['read', 'write', 'clear'] as const)
    mock.method(browserDevice.secret, method, () => Promise.reject(new Error('No database')));
  await saveRemembered(EMAIL, PASSWORD);
  assert.equal(await loadRemembered(), undefined);
  await deleteRemembered();
});

test('an unreadable stored text yields no credentials', async () => {
  secret = '{"email":';
  assert.equal(await loadRemembered(), undefined);
});
