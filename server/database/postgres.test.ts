import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { kit } from '#shared/endpoints.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const skip = process.env.TEST_DATABASE_URL
  ? false
  : 'is about PostgreSQL; runs where TEST_DATABASE_URL leads to one';

const BREAKS = 5;
const WRITERS = 8;

test('connections that PostgreSQL closes under load cause nothing worse than 503, and lose no acknowledged write', {
  skip,
}, async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const acknowledged: string[] = [];
  let writing = true;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) {
      const outcome = await ada.send(testItems.create, { body: { text: 'x' } });
      if (outcome.ok) acknowledged.push(outcome.body.item.id);
      else assert.equal(outcome.status, 503);
    }
  });

  for (let breaks = 0; breaks < BREAKS; breaks++) {
    const before = acknowledged.length;
    await endConnections(server.config.databaseUrl as string);
    await waitFor('writes succeed again', () => acknowledged.length >= before + 2 * WRITERS);
  }
  writing = false;
  await Promise.all(writers);

  await waitFor('the server is ready', async () => (await server.send(kit.ready)).ok);
  const stored = new Set((await ada.call(testItems.list)).items.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
});

test('a transaction on a broken connection fails, and the next one works', {
  skip,
}, async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const { query } = server.running.database;
  const broken = query.transaction().execute(async (transaction) => {
    await transaction.insertInto('secrets').values({ name: 'x', value: 'x' }).execute();
    await endConnections(server.config.databaseUrl as string);
    // Long enough that the connection ends while no query runs.
    await sleep(100);
    await transaction.insertInto('secrets').values({ name: 'y', value: 'y' }).execute();
  });
  await assert.rejects(broken);
  assert.equal(await server.count('secrets'), 0);
});

test('while PostgreSQL does not answer, requests get 503 within the limit, and work when it answers again', {
  skip,
}, async (t) => {
  const { url, drop } = await createTestDatabase();
  t.after(drop);
  const address = new URL(url as string);
  const proxy = await startTcpProxy(Number(address.port));
  t.after(proxy.close);
  address.port = String(proxy.port);
  const server = await startTestServer({
    env: { DATABASE_URL: address.href, DATABASE_STATEMENT_TIMEOUT_MS: '500' },
  });
  t.after(server.stop);
  const ada = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'before' } });
  proxy.setDropping(true);
  const { status } = await ada.error(testItems.create, { body: { text: 'meanwhile' } });
  assert.equal(status, 503);
  proxy.setDropping(false);
  await waitFor(
    'writes succeed',
    async () => (await ada.send(testItems.create, { body: { text: 'after' } })).ok,
  );
});

test('a statement that waits too long for a lock is cancelled and gets 503', {
  skip,
}, async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const { item } = await ada.call(testItems.create, { body: { text: 'x' } });
  const other = new pg.Client(server.config.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query('select * from items for update');
  const { status } = await ada.error(testItems.remove, { params: { id: item.id } });
  assert.equal(status, 503);
  await other.end();
  await ada.call(testItems.remove, { params: { id: item.id } });
});

test('requests succeed behind a pooler that moves statements to other connections', {
  skip,
}, async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const requests = () => Promise.all(Array.from({ length: 30 }, () => ada.call(kit.me)));
  await requests();
  const names = (await onEveryConnection(server, 'select name from pg_prepared_statements')).map(
    ({ name }) => name as string,
  );
  assert.notEqual(names.length, 0);
  // A connection without the prepared statements.
  await onEveryConnection(server, 'deallocate all');
  await requests();

  // A connection on which another process has prepared the statements.
  await server.restart();
  for (const name of new Set(names))
    await onEveryConnection(server, `prepare "${name}" as select 1`);
  await requests();
});

/** Runs a statement on each connection of the pool. */
async function onEveryConnection({ query, config }: TestServer, statement: string) {
  const { poolSize } = config.postgres;
  const { promise: allConnected, resolve } = Promise.withResolvers<void>();
  let connected = 0;
  const results = Array.from({ length: poolSize }, () =>
    query.connection().execute(async (connection) => {
      if (++connected === poolSize) resolve();
      await allConnected;
      return (await sql<Record<string, unknown>>`${sql.raw(statement)}`.execute(connection)).rows;
    }),
  );
  return (await Promise.all(results)).flat();
}

/** Closes every connection to the server's database, as a restart or a failover does. */
async function endConnections(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}
