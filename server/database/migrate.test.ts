import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { newLocation } from '#server/testing/empty-database.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import type { Database } from './database.ts';
import { checkMigrated, type Migration, MigrationError, migrate } from './migrate.ts';
import { migrationSets } from './open-database.ts';

const sets = migrationSets([testItemsServer]);

test('migrating again changes nothing', async (t) => {
  const database = await newDatabase(t);
  await migrate(database, sets, assert.fail);
  const before = await records(database);
  await migrate(database, sets, assert.fail);
  assert.deepEqual(await records(database), before);
  assert.equal(before.length, Object.values(sets).flatMap(Object.keys).length);
});

test('where migrations are a separate step, a missing one stops the start with one line that names it', async (t) => {
  const database = await newDatabase(t);
  const set = { '0001-first': addsTable('first') };
  const rejects = (expected: RegExp, next: Record<string, Migration>) =>
    assert.rejects(checkMigrated(database, { shop: next }, assert.fail), (error: Error) => {
      assert.ok(error instanceof MigrationError);
      assert.match(error.message, expected);
      return true;
    });
  await rejects(/^The database is empty: run npm run migrate [^\n]*$/, set);
  assert.deepEqual(await tableNames(database), []);
  await migrate(database, { shop: set }, assert.fail);
  await checkMigrated(database, { shop: set }, assert.fail);
  await rejects(/^The database lacks "shop\/0002-second": run npm run migrate [^\n]*$/, {
    ...set,
    '0002-second': addsTable('second'),
  });
});

test('a failing migration is rolled back and named in the error, and succeeds once it is fixed', async (t) => {
  const database = await newDatabase(t);
  const broken = createsThing({
    async after(db) {
      await sql`insert into thing (name) values ('half')`.execute(db);
      await sql`alter table thing add column colour text`.execute(db);
      await sql`alter table thing add column colour text`.execute(db);
    },
  });
  const set = { '0001-first': addsTable('first'), '0002-thing': broken };
  for (let start = 0; start < 2; start++)
    await assert.rejects(migrate(database, { shop: set }, assert.fail), (error: Error) => {
      assert.ok(error instanceof MigrationError);
      assert.match(error.message, /^Migration "shop\/0002-thing" failed: [^\n]*colour[^\n]*$/);
      return true;
    });
  assert.deepEqual(await tableNames(database), ['first', 'schema_migrations']);

  await migrate(database, { shop: { ...set, '0002-thing': createsThing() } }, assert.fail);
  assert.deepEqual(await tableNames(database), ['first', 'schema_migrations', 'thing']);
});

test('a database from before the first release is rejected with one line that names its migrations', async (t) => {
  const database = await newDatabase(t);
  const before = { kit: { '0001-before-the-release': addsTable('first') } };
  await migrate(database, before, assert.fail);
  await assert.rejects(migrate(database, sets, assert.fail), (error: Error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(
      error.message,
      /^This version cannot run [^\n]*"kit\/0001-before-the-release"[^\n]* before the change\.$/,
    );
    return true;
  });
  assert.deepEqual(await tableNames(database), ['first', 'schema_migrations']);
});

test('a feature can be removed, added again, or added later with older migration names', async (t) => {
  const database = await newDatabase(t);
  const kit = { '0005-kit': addsTable('kit_things') };
  const shop = { '0001-shop': addsTable('shop_things') };
  await migrate(database, { kit }, assert.fail);
  await migrate(database, { kit, shop }, assert.fail);
  await migrate(database, { kit }, assert.fail);
  await migrate(database, { kit, shop }, assert.fail);
  await migrate(database, { kit: { '0004-late': addsTable('late'), ...kit }, shop }, assert.fail);
  assert.deepEqual(await tableNames(database), [
    'kit_things',
    'late',
    'schema_migrations',
    'shop_things',
  ]);
});

test('a new feature with the name of a removed one is rejected with advice', async (t) => {
  const database = await newDatabase(t);
  const removed = { '0001-shop': addsTable('shop_things'), '0002-prices': addsTable('prices') };
  await migrate(database, { shop: removed }, assert.fail);
  await assert.rejects(
    migrate(database, { shop: { '0001-shop': addsTable('shops') } }, assert.fail),
    {
      message:
        /"shop\/0002-prices"[^\n]* If "shop" is a new feature with the name of a removed one, give it another name, or delete the database of your machine\.$/,
    },
  );
});

test('older code starts on a newer database with one warning if every newer migration is compatible', async (t) => {
  const database = await newDatabase(t);
  const older = { '0001-first': addsTable('first') };
  const expanded = { ...older, '0002-expand': { ...addsTable('more'), compatible: true as const } };
  const contracted = { ...expanded, '0003-contract': addsTable('fewer') };

  await migrate(database, { kit: expanded }, assert.fail);
  const warnings: string[] = [];
  await migrate(database, { kit: older }, (message) => warnings.push(message));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /^[^\n]*"kit\/0002-expand"[^\n]*$/);

  await migrate(database, { kit: contracted }, assert.fail);
  await assert.rejects(migrate(database, { kit: older }, assert.fail), (error: Error) => {
    assert.ok(error instanceof MigrationError);
    assert.match(error.message, /^This version cannot run [^\n]*"kit\/0003-contract"[^\n]*$/);
    assert.doesNotMatch(error.message, /0002-expand/);
    return true;
  });
});

test('processes that start at the same time run each migration once', async (t) => {
  const { open } = await newLocation(t);
  const set: Record<string, Migration> = { '0001-thing': createsThing() };
  for (let number = 2; number < 10; number++)
    set[`000${number}-row`] = {
      up: async (db) => void (await sql`insert into thing (name) values ('row')`.execute(db)),
    };
  const processes = await Promise.all([1, 2, 3, 4].map(open));
  await Promise.all(processes.map((database) => migrate(database, { kit: set }, assert.fail)));
  const { rows } = await sql`select * from thing`.execute((processes[0] as Database).query);
  assert.equal(rows.length, 8);
});

test('rebuilding a table keeps the rows that refer to it, and a broken reference is rejected', async (t) => {
  const database = await newDatabase(t);
  const first: Migration = {
    async up(db) {
      await sql`create table parent (id integer primary key)`.execute(db);
      await sql`create table child (parent_id integer references parent (id) on delete cascade)`.execute(
        db,
      );
      await sql`insert into parent values (1)`.execute(db);
      await sql`insert into child values (1)`.execute(db);
    },
  };
  // SQLite requires this; PostgreSQL can change the column in place.
  const rebuild: Migration = {
    async up(db) {
      if (database.engine === 'postgres') return;
      await sql`create table parent_new (id integer primary key, name text)`.execute(db);
      await sql`insert into parent_new (id) select id from parent`.execute(db);
      await sql`drop table parent`.execute(db);
      await sql`alter table parent_new rename to parent`.execute(db);
    },
  };
  const orphan: Migration = {
    up: async (db) => void (await sql`insert into child values (2)`.execute(db)),
  };
  const set = { '0001-first': first, '0002-rebuild': rebuild };
  await migrate(database, { kit: set }, assert.fail);
  assert.equal((await sql`select * from child`.execute(database.query)).rows.length, 1);
  await assert.rejects(
    migrate(database, { kit: { ...set, '0003-orphan': orphan } }, assert.fail),
    /^Error: Migration "kit\/0003-orphan" failed: .*child/,
  );
  assert.equal((await sql`select * from child`.execute(database.query)).rows.length, 1);
});

const addsTable = (table: string): Migration => ({
  up: (db) => db.schema.createTable(table).addColumn('name', 'text').execute(),
});

const createsThing = ({
  after = async () => {},
}: {
  after?(db: Kysely<unknown>): Promise<void>;
} = {}): Migration => ({
  async up(db) {
    await db.schema.createTable('thing').addColumn('name', 'text').execute();
    await after(db);
  },
});

async function records({ query }: Database) {
  const { rows } = await sql`select * from schema_migrations order by feature, name`.execute(query);
  return rows;
}

async function tableNames({ query }: Database) {
  return (await query.introspection.getTables()).map(({ name }) => name).sort();
}

async function newDatabase(t: TestContext) {
  const { open } = await newLocation(t);
  return open();
}
