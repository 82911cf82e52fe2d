import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword } from '#server/auth/passwords.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { findDemoAccounts, removeDemoAccounts } from './accounts.ts';
import { demoAccounts } from './content.ts';
import { seedDemo } from './seed.ts';

const emails = demoAccounts.map(({ email }) => email).sort();

test('seeded accounts are marked, and stay marked when address and password change', async (t) => {
  const server = await startSeeded(t);
  await server.query
    .updateTable('users')
    .set({ email: 'someone@example.com', password_hash: await hashPassword('another') })
    .where('email', '=', emails[0] as string)
    .execute();
  assert.deepEqual(await found(server), [emails[1], 'someone@example.com']);
});

test('deleting a demo account deletes its mark', async (t) => {
  const server = await startSeeded(t);
  const [{ email, password } = assert.fail()] = demoAccounts;
  const { token } = await server.call(kit.login, { body: { email, password } });
  await server.as(token).call(kit.deleteAccount, { body: { password } });
  assert.equal(await server.count('demo_accounts'), 1);
});

test('signing up with a published address and password does not create a marked account', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const [{ email, password } = assert.fail()] = demoAccounts;
  await server.register({ email, password });
  assert.deepEqual(await found(server), []);
});

test('removing the demo accounts deletes everything they own and no other account', async (t) => {
  const server = await startSeeded(t);
  const { token } = await server.signUp();
  await server.as(token).call(testItems.create, { body: { text: 'Mine' } });
  const [{ email, password } = assert.fail()] = demoAccounts;
  await server.call(kit.login, { body: { email, password } });

  assert.deepEqual(await removeDemoAccounts(server.query, server.running.accounts), emails);
  for (const table of ['users', 'items', 'sessions'] as const)
    assert.equal(await server.count(table), 1, table);
  for (const table of ['demo_accounts', 'files', 'outbox'] as const)
    assert.equal(await server.count(table), 0, table);
  await server.restart();
  await server.as(token).call(kit.me);
});

async function startSeeded(t: { after(work: () => Promise<void>): void }) {
  const server = await startTestServer();
  t.after(server.stop);
  await seedDemo(server.running);
  return server;
}

async function found(server: Awaited<ReturnType<typeof startSeeded>>) {
  return (await findDemoAccounts(server.query)).map(({ email }) => email);
}
