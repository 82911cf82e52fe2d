import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { STREAMS_PER_USER } from '#server/sync/streams.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { visitorAccount } from './content.ts';
import { VISITORS_MAX, VISITORS_PER_ADDRESS } from './visitors.ts';

const { email, password } = visitorAccount;

test('no visitor of a public demo notices what another one does', async (t) => {
  const server = await startPublicDemo(t);
  const [one, other] = [await server.visit(), await server.visit()];
  await one.call(kit.updateProfile, { body: { first_name: 'Mallory', last_name: 'Rude' } });
  const { items } = await one.call(testItems.list);
  assert.deepEqual(
    items.map(({ text }) => text),
    ['Demo item of the user'],
  );
  for (const { id } of items) await one.call(testItems.remove, { params: { id } });
  const responses: Response[] = [];
  const streams = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => open(one)));
  assert.deepEqual(new Set(streams), new Set([200]));
  assert.equal(await open(one), 429);

  assert.equal(await open(other), 200);
  const { user } = await other.call(kit.me);
  assert.deepEqual([user.first_name, user.user_type], [visitorAccount.first_name, 'user']);
  const [item = assert.fail()] = (await other.call(testItems.list)).items;
  assert.ok(item.photo_path && (await server.running.blobs.get(item.photo_path)));

  /** Opens a stream that stays open until the server stops: a response without references would be closed earlier. */
  async function open({ token }: { token: string }) {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/changes/stream`, { headers });
    responses.push(response);
    return response.status;
  }
});

test('a visitor can sign in to the same account on another device, and delete it', async (t) => {
  const server = await startPublicDemo(t);
  const visitor = await server.visit();
  const body = { email: visitor.user.email, password };
  assert.deepEqual((await server.call(kit.login, { body })).user, visitor.user);
  await visitor.call(kit.deleteAccount, { body: { password } });
  assert.equal((await server.error(kit.login, { body })).status, 401);
  assert.equal(await server.count('demo_accounts'), 0);
});

test('without the published password nobody becomes a visitor', async (t) => {
  const server = await startPublicDemo(t);
  const { status } = await server.error(kit.login, { body: { email, password: 'a guess' } });
  assert.equal(status, 401);
  assert.equal(await server.count('users'), 0);
});

test('a visitor’s account is deleted after a day, with all it owns and without an email', async (t) => {
  const server = await startPublicDemo(t);
  const [old, young] = [await server.visit(), await server.visit()];
  await server.makeOlder({ hours: 25 }, old.user.id);
  await server.makeOlder({ hours: 23 }, young.user.id);
  await server.restart();
  await waitFor('the account is deleted', async () => (await server.count('users')) === 1);
  await young.call(kit.me);
  assert.equal((await old.error(kit.me)).status, 401);
  assert.equal(await server.count('items'), 1);
  await waitFor('no email is left', async () => (await server.count('outbox')) === 0);
  await server.running.wakeSweeper();
  await waitFor('the photo is gone', async () => (await server.storedFiles()).length === 1);
});

test('other accounts do not expire', async (t) => {
  const server = await startPublicDemo(t);
  const [ada, visitor] = [await server.signUp(), await server.visit()];
  for (const { user } of [ada, visitor]) await server.makeOlder({ hours: 25 }, user.id);
  await server.restart();
  await waitFor('the visitor is gone', async () => (await server.count('demo_accounts')) === 0);
  await ada.call(kit.me);
});

test('when all places are taken, the oldest account makes room, unless it is younger than an hour', async (t) => {
  const server = await startPublicDemo(t);
  const oldest = await server.visit();
  await server.fill(VISITORS_MAX - 1);
  const full = await server.error(kit.login, { body: { email, password } });
  assert.deepEqual([full.status, full.error], [503, apiMessages.demoFull]);
  assert.equal(await server.count('users'), VISITORS_MAX);

  await server.makeOlder({ hours: 2 }, oldest.user.id);
  const attempts = await Promise.all([1, 2, 3].map(() => server.tryToVisit()));
  assert.deepEqual(attempts.sort(), [200, 503, 503]);
  assert.equal(await server.count('users'), VISITORS_MAX);
  assert.equal((await oldest.error(kit.me)).status, 401);
});

test('visitors from one address are limited per hour, and do not lock out visitors from others', async (t) => {
  const server = await startPublicDemo(t);
  // All places are taken, so that no attempt spends time on creating content.
  await server.fill(VISITORS_MAX);
  const [one, other] = ['203.0.113.1', '203.0.113.2'];
  for (let count = 0; count < VISITORS_PER_ADDRESS.attempts; count++)
    assert.equal(await server.tryToVisit(one), 503);
  assert.equal(await server.tryToVisit(one), 429);
  assert.equal(await server.tryToVisit(other), 503);
});

async function startPublicDemo(t: TestContext) {
  const env = { PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example', TRUST_PROXY: '1' };
  const server = await startTestServer({ env });
  t.after(server.stop);
  return Object.assign(server, {
    /** Signs in with the published account, as "Try the demo" does. */
    async visit() {
      const session = await server.call(kit.login, { body: { email, password } });
      return { ...session, ...server.as(session.token) };
    },

    async tryToVisit(address = '203.0.113.1') {
      const headers = { 'X-Forwarded-For': address };
      return (await server.send(kit.login, { headers, body: { email, password } })).status;
    },

    async makeOlder({ hours }: { hours: number }, id: string) {
      const created_at = fromNow({ hours: -hours });
      await server.query.updateTable('users').set({ created_at }).where('id', '=', id).execute();
    },

    /** Adds accounts of visitors without content. */
    async fill(count: number) {
      const { query } = server;
      const time = fromNow({});
      const ids = Array.from({ length: count }, () => randomUUID());
      const names = { first_name: '', last_name: '', user_type: 'user' as const };
      await query
        .insertInto('users')
        .values(
          ids.map((id) => ({
            ...names,
            id,
            email: `${id}@app.example`,
            password_hash: '',
            confirmed_at: time,
            created_at: time,
          })),
        )
        .execute();
      await query
        .insertInto('demo_accounts')
        .values(ids.map((user_id) => ({ user_id })))
        .execute();
    },
  });
}
