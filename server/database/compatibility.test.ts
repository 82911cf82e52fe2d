import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { onlyCreatesTables } from './compatibility.ts';
import { type Migration, migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const first = {
  async up(db: Kysely<unknown>) {
    await sql`create table owner (id integer primary key)`.execute(db);
    await sql`create table thing (id integer primary key, name text, colour text, owner_id integer)`.execute(
      db,
    );
  },
};

const additions = [
  'create table other (id integer primary key, name text not null unique)',
  'alter table thing add column size integer',
  `alter table thing add column state text not null default 'new'`,
  'alter table thing add column maker_id integer references owner (id)',
  'create index thing_name on thing (name)',
];

const breaks = [
  ['drop table thing', /the table thing is gone/],
  ['alter table thing drop column colour', /thing\.colour is gone/],
  ['alter table thing rename column colour to color', /thing\.colour is gone/],
  ['create unique index thing_once on thing (name)', /thing has a new constraint: .*name/],
] as const;

const postgresBreaks = [
  ['alter table thing alter column name set not null', /thing\.name is now required/],
  ['alter table thing alter column name type varchar(9)', /thing\.name has another type/],
  ['alter table thing add column must text not null', /thing\.must is required and has no default/],
  ['alter table thing add check (length(name) < 9)', /thing has a new constraint: .*CHECK/],
  [
    'alter table thing add foreign key (owner_id) references owner (id)',
    /thing has a new constraint: .*REFERENCES/,
  ],
] as const;

test('a migration that declares itself compatible may only add what older code need not know', async (t) => {
  const { database, cases } = await newDatabase(t);
  await migrate(database, { shop: { '1': first } }, assert.fail);
  // A table of the same name in another schema does not count.
  if (database.engine === 'postgres')
    for (const statement of [
      'create schema elsewhere',
      'create table elsewhere.thing (id integer)',
    ])
      await sql.raw(statement).execute(database.query);
  for (const [index, [statement, expected]] of cases.entries()) {
    const wrong = {
      compatible: true as const,
      async up(db: Kysely<unknown>) {
        await sql.raw(statement).execute(db);
      },
    };
    await assert.rejects(
      migrate(database, { shop: { '1': first, [`2-${index}`]: wrong } }, assert.fail),
      expected,
      statement,
    );
  }
  const right = {
    compatible: true as const,
    async up(db: Kysely<unknown>) {
      for (const statement of additions) await sql.raw(statement).execute(db);
    },
  };
  await migrate(database, { shop: { '1': first, '2': right } }, assert.fail);
});

test('a migration that only creates tables is recognised', async () => {
  const { up } = testItemsServer.migrations['0001-items'] as Migration;
  for (const engine of ['sqlite', 'postgres'] as const) {
    assert.ok(await onlyCreatesTables(up, engine));
    for (const statement of [
      'alter table users add column colour text',
      `update users set first_name = ''`,
      'create index users_name on users (first_name)',
      'create unique index users_name on users (first_name)',
      'create trigger copied after insert on users begin select 1; end',
      'create table if not exists users (id text)',
      'create table other (id text); drop table users',
      `insert into secrets values ('a', 'b')`,
    ])
      assert.ok(
        !(await onlyCreatesTables(async (db) => {
          await up(db, engine);
          await sql.raw(statement).execute(db);
        }, engine)),
        statement,
      );
    const readsRows = async (db: Kysely<unknown>) => {
      const { rows } = await sql<{ id: string }>`select id from users`.execute(db);
      await sql.raw(`alter table users add column ${rows[0]?.id.length} text`).execute(db);
    };
    assert.ok(!(await onlyCreatesTables(readsRows, engine)));
    const needsRows = async (db: Kysely<unknown>) => {
      await up(db, engine);
      throw new Error('There is no row.');
    };
    assert.ok(!(await onlyCreatesTables(needsRows, engine)));
  }
});

async function newDatabase(t: { after(work: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  const { url, drop } = await createTestDatabase();
  // Opening also applies every migration of the kit and of the registered features, which are checked the same way.
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url });
  const database = await openDatabase(config, features);
  t.after(async () => {
    await database.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  const cases = url ? [...breaks, ...postgresBreaks] : breaks;
  return { database, cases };
}
