import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { isOutage } from '#server/errors/outages.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import type { Query } from './database.ts';
import { openSqlite } from './sqlite.ts';

const skip = process.env.TEST_DATABASE_URL ? 'is about SQLite' : false;
const item = { text: 'x' };
/** Instead of the five seconds that requests wait. */
const SHORT_LIMIT_MS = 300;

test('while another process has the lock, reads and health work, and writes wait until it is released', {
  skip,
}, async (t) => {
  const server = await start(t);
  const ada = await server.signUp();
  const lock = lockDatabase(server.config);
  const settled: number[] = [];
  const writes = [1, 2, 3].map(async () => {
    const { status } = await ada.send(testItems.create, { body: item });
    settled.push(status);
  });
  await server.call(kit.health);
  await ada.call(testItems.list);
  await ada.call(kit.me);
  await server.query.selectFrom('secrets').selectAll().execute();
  assert.deepEqual(settled, [], 'no write ended before the reads');

  lock.release();
  await Promise.all(writes);
  assert.deepEqual(settled, [201, 201, 201]);
});

test('a lock that is not released causes 503, and writes work again after it', {
  skip,
}, async (t) => {
  const server = await start(t);
  const ada = await server.signUp();
  const lock = lockDatabase(server.config);
  assert.equal((await ada.error(testItems.create, { body: item })).status, 503);

  lock.release();
  await ada.call(testItems.create, { body: item });
  assert.equal((await ada.call(testItems.list)).items.length, 1);
});

test('several writes wait for a lock in parallel', { skip }, async (t) => {
  const { query, dataDir } = await openWithShortLimit(t);
  const lock = lockDatabase({ dataDir });
  const failed: unknown[] = [];
  const writes = Array.from({ length: 6 }, () =>
    addSecret(query).catch((error) => failed.push(error)),
  );
  await Promise.race(writes);
  // In sequence, they would take five times the limit.
  await sleep(2 * SHORT_LIMIT_MS);
  assert.equal(failed.length, 6);
  assert.ok(failed.every(isOutage));

  lock.release();
  await addSecret(query);
});

test('a write that waits for a long transaction of this process fails in the same way', {
  skip,
}, async (t) => {
  const { query } = await openWithShortLimit(t);
  const release = Promise.withResolvers<void>();
  const long = query.transaction().execute(async (query) => {
    await addSecret(query);
    await release.promise;
  });
  await assert.rejects(addSecret(query), isOutage);
  release.resolve();
  await long;
  await addSecret(query);
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
    // Must not be written after the transaction has ended.
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

/** Opens a database with one table, in which writes wait for a short time only. */
async function openWithShortLimit(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kit-test-'));
  const { query, close } = openSqlite(dataDir, { lockLimitMs: SHORT_LIMIT_MS });
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true });
  });
  await query.schema
    .createTable('secrets')
    .addColumn('name', 'text')
    .addColumn('value', 'text')
    .execute();
  return { query, dataDir };
}

function addSecret(query: Query) {
  return query.insertInto('secrets').values({ name: 'x', value: 'x' }).execute();
}

/** Takes the write lock on a separate connection, as another process does. */
function lockDatabase({ dataDir }: Pick<Config, 'dataDir'>) {
  const other = new DatabaseSync(join(dataDir, 'app.db'));
  other.exec('begin immediate');
  return { release: () => other.close() };
}
