import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Migrator } from 'kysely/migration';
import { createPendingRegistrations } from '#server/auth/pending-registrations.ts';
import { createAccounts } from '#server/auth/store.ts';
import { fromNow, now } from '#server/clock.ts';
import { tokenHash } from '#server/secrets.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

test('accounts that were never confirmed become pending registrations, and their links go on working', async (t) => {
  const { database, migrateTo } = await openUnmigrated(t);
  await migrateTo('0002-removed-blobs');
  await insertUser(database, 'confirmed', now());
  await insertUser(database, 'waiting', null);
  for (const user_id of ['confirmed', 'waiting'])
    await database.query
      .insertInto('account_tokens')
      .values({
        token_hash: tokenHash(`link of ${user_id}`),
        user_id,
        kind: 'signup',
        expires_at: fromNow({ hours: 1 }),
      })
      .execute();

  await migrateTo('0003-pending-registrations');
  const accounts = createAccounts(database);
  const pending = createPendingRegistrations(database);
  assert.ok(await accounts.find('confirmed@example.com'));
  assert.equal(await accounts.find('waiting@example.com'), undefined);
  assert.equal((await pending.findFor('waiting@example.com', null))?.first_name, 'Ada');
  for (const user of ['confirmed', 'waiting'])
    assert.equal(await pending.confirm(`link of ${user}`), true);
  assert.equal((await accounts.find('waiting@example.com'))?.password_hash, 'hash of waiting');
});

test('addresses get the ASCII name of their domain; of two that are one the older account gets it', async (t) => {
  const { database, migrateTo } = await openUnmigrated(t);
  await migrateTo('0003-pending-registrations');
  await insertUser(database, 'plain', now());
  await insertUser(database, 'older', fromNow({ days: -1 }), 'ada@ｅxample.com');
  await insertUser(database, 'newer', now(), 'ada@exampｌe.com');
  await insertUser(database, 'idn', now(), 'ada@bücher.example');
  await migrateTo('0008-ascii-email-domains');
  const rows = await database.query.selectFrom('users').select(['id', 'email']).execute();
  assert.deepEqual(Object.fromEntries(rows.map(({ id, email }) => [id, email])), {
    plain: 'plain@example.com',
    older: 'ada@example.com',
    newer: 'ada@exampｌe.com',
    idn: 'ada@xn--bcher-kva.example',
  });
});

async function insertUser(
  { query }: Database,
  id: string,
  confirmed_at: string | null,
  email = `${id}@example.com`,
) {
  await query
    .insertInto('users')
    .values({
      id,
      email,
      password_hash: `hash of ${id}`,
      first_name: 'Ada',
      last_name: 'Lovelace',
      user_type: 'user',
      confirmed_at: confirmed_at as string,
      created_at: confirmed_at ?? now(),
    })
    .execute();
}

async function openUnmigrated(t: { after(end: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'trifold-test-'));
  const { url, drop } = await createTestDatabase();
  const database = url ? openPostgres(url) : openSqlite(folder);
  t.after(async () => {
    await database.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  const migrator = new Migrator({
    db: database.query,
    provider: { getMigrations: async () => migrations },
  });
  return {
    database,
    async migrateTo(name: string) {
      const { error } = await migrator.migrateTo(name);
      if (error) throw error;
    },
  };
}
