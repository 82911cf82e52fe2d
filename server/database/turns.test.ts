import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { passwordQueue } from '#server/auth/password-queue.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer({ env: { DATABASE_LOCK_TIMEOUT_MS: '60000' } });
after(server.stop);

test('writes of one user wait for each other, and nobody else waits for them', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const holding = server.running.database.inTurn(ada.user.id, () => held);
  const statuses: number[] = [];
  const writes = Array.from({ length: 110 }, async () => {
    const { status } = await ada.send(testItems.create, { body: { text: 'x' } });
    statuses.push(status);
  });
  // More than the number that may wait.
  await waitFor('ten are refused', () => statuses.length === 10);
  await bob.call(testItems.create, { body: { text: 'x' } });
  await server.call(kit.login, { body: { email: bob.email, password: bob.password } });
  assert.deepEqual(new Set(statuses), new Set([503]));
  release();
  await Promise.all([holding, ...writes]);
  // On SQLite, writes that waited for seconds were rejected too.
  const stored = statuses.filter((status) => status === 201).length;
  assert.ok(stored > 0);
  assert.equal((await ada.call(testItems.list)).items.length, stored);
});

test('endless writes do not keep a user from signing in', async () => {
  const ada = await server.signUp();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const order: string[] = [];
  const holding = server.running.database.inTurn(ada.user.id, () => held);
  const writes = Array.from({ length: 90 }, async () => {
    await ada.send(kit.updateProfile, { body: { first_name: 'Ada', last_name: 'Byron' } });
    order.push('write');
  });
  const signedIn = server
    .call(kit.login, { body: { email: ada.email, password: ada.password } })
    .then(() => order.push('sign-in'));
  await waitFor('the password is checked', () => passwordQueue().running > 0);
  await waitFor('the sign-in waits for its turn', () => passwordQueue().running === 0);
  release();
  await Promise.all([holding, signedIn, ...writes]);
  assert.ok(order.indexOf('sign-in') < 10, order.join(' '));
});

test('writes that wait for a user’s row take one connection of the pool', {
  skip: !server.config.databaseUrl && 'is about PostgreSQL',
}, async (t) => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const { item } = await ada.call(testItems.create, { body: { text: 'x' } });
  const other = new pg.Client(server.config.databaseUrl);
  await other.connect();
  t.after(() => other.end());
  await other.query('begin');
  await other.query('select * from users where id = $1 for update', [ada.user.id]);

  const writes = [1, 2, 3, 4].flatMap(async () => [
    ada.send(testItems.create, { body: { text: 'y' } }),
    ada.send(testItems.update, { params: { id: item.id }, body: { text: 'z' } }),
    ada.send(kit.updateProfile, { body: { first_name: 'Ada', last_name: 'Byron' } }),
    ada.send(kit.upload, { body: await pictureUpload() }),
    server.send(kit.login, { body: { email: ada.email, password: ada.password } }),
  ]);
  await waitFor('one waits for the row', async () => {
    const { rows } = await other.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rows.length > 0;
  });
  for (let requests = 0; requests < 20; requests++) {
    await bob.call(testItems.list);
    await bob.call(testItems.create, { body: { text: 'x' } });
  }
  const { rows } = await other.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  assert.equal(rows.length, 1);
  await other.query('rollback');
  for (const { status } of await Promise.all((await Promise.all(writes)).flat()))
    assert.ok(status < 300, String(status));
});
