import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { restoreFile, startWithBackups } from '#server/testing/backups.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { backUp } from './backup.ts';
import { tablesOf } from './format.ts';

const { folder, server, blobs } = await startWithBackups();
await server.signUp();

test('a restore that would delete rows of an unregistered feature fails and changes nothing', async (t) => {
  const file = join(folder, 'rows.tgz');
  await backUp(server.config, blobs, [testItemsServer], file);
  const { schema } = server.query;
  await sql`create table of_somebody_else (
    id text primary key, user_id text references users (id) on delete cascade)`.execute(
    server.query,
  );
  await sql`create table part_of_it (
    whole text references of_somebody_else (id) on delete cascade)`.execute(server.query);
  t.after(async () => {
    for (const table of ['part_of_it', 'of_somebody_else']) await schema.dropTable(table).execute();
  });
  await restoreFile(server, file);
  for (const [statement, table] of [
    [sql`insert into of_somebody_else values ('x', null)`, 'of_somebody_else'],
    [sql`insert into part_of_it values (null)`, 'part_of_it'],
  ] as const) {
    await statement.execute(server.query);
    const before = await everyRow();
    await assert.rejects(
      restoreFile(server, file),
      new RegExp(`${table} belongs to no registered feature`),
    );
    assert.deepEqual(await everyRow(), before);
    await sql`delete from ${sql.table(table)}`.execute(server.query);
  }
});

test('tables that refer to nothing, such as Litestream’s, stay unchanged', async (t) => {
  const file = join(folder, 'replicated.tgz');
  await backUp(server.config, blobs, [testItemsServer], file);
  await sql`create table _litestream_seq (id integer primary key, seq integer)`.execute(
    server.query,
  );
  t.after(() => server.query.schema.dropTable('_litestream_seq').execute());
  await sql`insert into _litestream_seq values (1, 7)`.execute(server.query);
  await restoreFile(server, file);
  const { rows } = await sql<{ seq: number }>`select seq from _litestream_seq`.execute(
    server.query,
  );
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    [7],
  );
});

test('an unknown table is reported', async (t) => {
  const { unknownTables: before } = await backUp(
    server.config,
    blobs,
    [testItemsServer],
    join(folder, 'known.tgz'),
  );
  assert.deepEqual(before, []);
  await server.query.schema.createTable('of_somebody_else').addColumn('x', 'text').execute();
  t.after(() => server.query.schema.dropTable('of_somebody_else').execute());
  const { unknownTables } = await backUp(
    server.config,
    blobs,
    [testItemsServer],
    join(folder, 'unknown.tgz'),
  );
  assert.deepEqual(unknownTables, ['of_somebody_else']);
});

function everyRow() {
  return Promise.all(tablesOf([testItemsServer]).map((table) => server.everyRow(table)));
}
