import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { build } from 'rolldown';
import { newLocation } from '#server/testing/empty-database.ts';
import { createIndex } from './create-index.ts';
import type { Database } from './database.ts';
import {
  checkMigrated,
  checkUnchanged,
  type Migration,
  MigrationError,
  migrate,
} from './migrate.ts';
import { checksumOf } from './migration-checksum.ts';

const CHANGED =
  /^The database has an earlier version of "shop\/0001-thing"[^\n]* new migration[^\n]* If "shop" is a new feature with the name of a removed one, give it another name, or delete the database of your machine\.$/;

test('a migration that was edited after it ran is named, until the edit is undone', async (t) => {
  const database = await (await newLocation(t)).open();
  const before = { shop: { '0001-thing': addsColumn('name') } };
  await checkUnchanged(database, before);
  await migrate(database, before, assert.fail);
  await checkUnchanged(database, before);
  await assert.rejects(
    checkUnchanged(database, { shop: { '0001-thing': addsColumn('title') } }),
    (error) => error instanceof MigrationError && CHANGED.test(error.message),
  );
  await checkUnchanged(database, before);
});

test('a migration that is rewritten but runs the same statements counts as unchanged', async (t) => {
  const database = await (await newLocation(t)).open();
  const create = (statement: string): Migration => ({
    up: async (db) => void (await sql.raw(statement).execute(db)),
  });
  const set = { '0001-thing': create('create table thing (name text)') };
  await migrate(database, { shop: set }, assert.fail);
  const other = { '0001-thing': create('\n  create table thing\n    (name text)\n') };
  await checkUnchanged(database, { shop: other });
});

test('a database without checksums gets them when it is migrated, without a message', async (t) => {
  const database = await (await newLocation(t)).open();
  const sets = { shop: { '0001-thing': addsColumn('name') } };
  await migrate(database, sets, assert.fail);
  const stored = await checksums(database);
  await database.changeSchema((query) =>
    query.schema.alterTable('schema_migrations').dropColumn('checksum').execute(),
  );
  await checkMigrated(database, sets, assert.fail);
  await checkUnchanged(database, sets);
  await assert.rejects(checksums(database));

  await migrate(database, sets, assert.fail);
  assert.deepEqual(await checksums(database), stored);
  await sql`update schema_migrations set checksum = '0:of another version'`.execute(database.query);
  await checkUnchanged(database, sets);
  await migrate(database, sets, assert.fail);
  assert.deepEqual(await checksums(database), stored);
});

test('a migration that depends on rows has a checksum, even if it would never end without them', async () => {
  const needsRow = (column: string): Migration => ({
    async up(db) {
      await addsColumn(column).up(db, 'sqlite');
      const { rows } = await sql<{ count: number }>`select count(*) as count from thing`.execute(
        db,
      );
      assert.ok((rows[0] as { count: number }).count >= 0);
    },
  });
  const runsUntilFound: Migration = {
    async up(db) {
      for (let found = 0; found === 0; )
        found = (await sql`select 1 from thing`.execute(db)).rows.length;
    },
  };
  assert.equal(
    await checksumOf(needsRow('a').up, 'sqlite'),
    await checksumOf(needsRow('a').up, 'sqlite'),
  );
  assert.notEqual(
    await checksumOf(needsRow('a').up, 'sqlite'),
    await checksumOf(needsRow('b').up, 'sqlite'),
  );
  assert.match(await checksumOf(runsUntilFound.up, 'postgres'), /^1:[0-9a-f]{64}$/);
});

test('a checksum is the same in every version of the kit', async () => {
  const up = async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('sample')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('count', 'bigint', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('sample_user_id_count', ['user_id', 'count'])
      .execute();
    await createIndex(db, 'sample', ['user_id', 'count']);
    await db.schema.alterTable('sample').addColumn('later', 'integer').execute();
    await db
      .withTables<{ sample: { id: string } }>()
      .insertInto('sample')
      .values({ id: '1' })
      .execute();
  };
  // If a new version of Kysely changes one of these, raise CHECKSUM_VERSION.
  assert.equal(
    await checksumOf(up, 'sqlite'),
    '1:fb67f85a701d4f2edd21f6f365ecf2108f868844a41ae49f8575e5690e4e419d',
  );
  assert.equal(
    await checksumOf(up, 'postgres'),
    '1:8397ee81c1de391aa07e32f073b9fc2513a29397f768b261cb8614cbe0970726',
  );
});

test('the checksums of sources and of a bundle are the same', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const [source, bundle] = [join(folder, 'source.ts'), join(folder, 'bundle.js')];
  await writeFile(
    source,
    `import { migrations } from '${join(import.meta.dirname, 'migrations.ts')}';
    import { checksumOf } from '${join(import.meta.dirname, 'migration-checksum.ts')}';
    for (const engine of ['sqlite', 'postgres'])
      for (const [name, { up }] of Object.entries(migrations))
        console.log(engine, name, await checksumOf(up, engine));`,
  );
  await build({ input: source, platform: 'node', output: { file: bundle, minify: true } });
  const [ofSource, ofBundle] = await Promise.all([source, bundle].map(run));
  assert.match(ofSource as string, /^sqlite 0001-\S+ 1:[0-9a-f]{64}$/m);
  assert.equal(ofBundle, ofSource);
});

const addsColumn = (column: string): Migration => ({
  up: (db: Kysely<unknown>) => db.schema.createTable('thing').addColumn(column, 'text').execute(),
});

async function checksums({ query }: Database) {
  const { rows } = await sql`select name, checksum from schema_migrations order by name`.execute(
    query,
  );
  return rows;
}

async function run(file: string) {
  return (await promisify(execFile)(process.execPath, [file])).stdout;
}
