import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { LOCK_LIMIT_MS } from './sqlite.ts';

const skip = process.env.TEST_DATABASE_URL ? 'is about SQLite' : false;
const item = { text: 'x' };

test('while another process has the lock, reads and health work, and writes wait until it is released', {
  skip,
}, async (t) => {
  const server = await start(t);
  const ada = await server.signUp();
  const lock = lockDatabase(server);
  const settled: number[] = [];
  const writes = [1, 2, 3].map(async () => {
    const { status } = await ada.send('createItem', { body: item });
    settled.push(status);
  });
  await server.call('health');
  await ada.call('listItems');
  await ada.call('me');
  await server.query.selectFrom('secrets').selectAll().execute();
  assert.deepEqual(settled, [], 'no write ended before the reads');

  lock.release();
  await Promise.all(writes);
  assert.deepEqual(settled, [201, 201, 201]);
});

test('a lock that is not released causes 503, and several writes wait in parallel', {
  skip,
}, async (t) => {
  const server = await start(t);
  const ada = await server.signUp();
  const lock = lockDatabase(server);
  const settled: number[] = [];
  const writes = Array.from({ length: 6 }, async () => {
    const { status } = await ada.send('createItem', { body: item });
    settled.push(status);
  });
  await Promise.race(writes);
  // One after the other, they would take five times the limit.
  await sleep(LOCK_LIMIT_MS);
  assert.deepEqual(settled, [503, 503, 503, 503, 503, 503]);

  lock.release();
  await ada.call('createItem', { body: item });
  assert.equal((await ada.call('listItems')).items.length, 1);
});

test('a write that waits for a long transaction of this process gets 503 too', {
  skip,
}, async (t) => {
  const server = await start(t);
  const ada = await server.signUp();
  const release = Promise.withResolvers<void>();
  const long = server.query.transaction().execute(async (query) => {
    await query.insertInto('secrets').values({ name: 'x', value: 'x' }).execute();
    await release.promise;
  });
  assert.equal((await ada.error('createItem', { body: item })).status, 503);
  release.resolve();
  await long;
  await ada.call('createItem', { body: item });
});

test('an error that makes SQLite roll back is thrown unchanged, and the transaction is undone', {
  skip,
}, async (t) => {
  const server = await start(t);
  const { query } = server;
  const add = (name: string, length: number) =>
    sql`insert into secrets (name, value) values (${name}, hex(zeroblob(${length})))`;
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
  // Simulates a full disk.
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(query);
  const full = query.transaction().execute(async (query) => {
    await add('small', 10).execute(query);
    await assert.rejects(add('large', 1_000_000).execute(query), /full/);
    // Must not be written outside the transaction after it has ended.
    await add('after', 10).execute(query);
  });
  await assert.rejects(full);
  await assert.rejects(
    query.transaction().execute((query) => add('large', 1_000_000).execute(query)),
    { code: 'ERR_SQLITE_ERROR', errcode: 13 },
  );
  assert.equal(await server.count('secrets'), 0);
  await add('again', 10).execute(query);
});

async function start(t: TestContext) {
  const server = await startTestServer();
  t.after(server.stop);
  return server;
}

/** Takes the write lock on a separate connection, as another process does. */
function lockDatabase({ config }: TestServer) {
  const other = new DatabaseSync(join(config.dataDir, 'trifold.db'));
  other.exec('begin immediate');
  return { release: () => other.close() };
}
