import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { demoAccounts } from './content.ts';
import { seedDemo } from './seed.ts';

test('an empty database is seeded once with a confirmed user and admin and the content of the features', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const { blobs } = server.running;
  for (let starts = 0; starts < 2; starts++) await seedDemo(server.running);
  assert.equal(await server.count('users'), 2);

  const types = [];
  for (const { email, password } of demoAccounts) {
    const { user, token } = await server.call(kit.login, { body: { email, password } });
    types.push(user.user_type);
    const { items } = await server.as(token).call(testItems.list);
    assert.deepEqual(
      items.map(({ text }) => text),
      [`Demo item of the ${user.user_type}`],
    );
    for (const { photo_path } of items) assert.ok(photo_path && (await blobs.get(photo_path)));
  }
  assert.deepEqual(types, ['user', 'admin']);
});

test('limits that are too low for the demo content do not stop the start', async (t) => {
  const server = await startTestServer({ env: { MAX_PHOTO_MB_PER_USER: '0' } });
  t.after(server.stop);
  await seedDemo(server.running);
  assert.equal(await server.count('users'), 2);
  assert.equal(await server.count('items'), 0);
});

test('two concurrent starts seed once', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const seed = () => seedDemo(server.running);
  await Promise.all([seed(), seed()]);
  assert.equal(await server.count('users'), demoAccounts.length);
  assert.equal(await server.count('items'), demoAccounts.length);
});

test('a database with an account is not seeded', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  await server.signUp();
  await seedDemo(server.running);
  assert.equal(await server.count('users'), 1);
});
