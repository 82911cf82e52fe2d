import { type RawBuilder, sql } from 'kysely';
import { hashPassword } from '#server/auth/passwords.ts';
import { createSessions } from '#server/auth/sessions.ts';
import { readConfig } from '#server/config.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { notesServer } from '../../server.ts';

/** A user to measure with, among all users in the database. */
export type Person = { email: string; token: string; seq: number; noteId: string };

/** The number of users, and of notes per user. */
export type Group = { people: number; notesEach: number };

const PEOPLE_MEASURED = 10;
const ROWS_AT_ONCE = 200_000;
const TITLE = 'A note';
const CONTENT = 'Some words that fill the note. '.repeat(3);
/** Statements that insert many rows take longer than the time limit for requests. */
const STATEMENT_TIMEOUT_MS = '600000';

/**
 * Creates the tables, and inserts groups of users with notes in SQL, because the API would take days. The users of a
 * group take turns with their notes, as they do when they write. Returns the users of each group to measure with.
 */
export async function fill(env: NodeJS.ProcessEnv, groups: Group[]) {
  const config = readConfig({ ...env, DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_TIMEOUT_MS });
  const database = await openDatabase(config, [notesServer]);
  const passwordHash = await hashPassword(TEST_PASSWORD);
  try {
    await database.query.transaction().execute(async (query) => {
      const createIndexes = await dropIndexes(database.engine, query);
      for (const [number, group] of groups.entries()) {
        await insertPeople(database.engine, query, number, group, passwordHash);
        await insertNotes(database.engine, query, number, group);
      }
      await createIndexes();
    });
    // PostgreSQL does this by itself, but later.
    if (database.engine === 'postgres') await sql`vacuum analyze`.execute(database.query);
    const measured: Person[][] = [];
    for (const [number, group] of groups.entries())
      measured.push(await signInSome(database, number, group, passwordHash));
    return measured;
  } finally {
    await database.close();
  }
}

/**
 * Drops the indexes of notes. Returns a function that creates them again, which is faster than updating them row by
 * row.
 */
async function dropIndexes(engine: Database['engine'], query: InTransaction) {
  const { rows } =
    engine === 'postgres'
      ? await sql<Index>`select indexname as name, indexdef as definition from pg_indexes
          where tablename = 'notes' and indexname not like '%_pkey'`.execute(query)
      : await sql<Index>`select name, sql as definition from sqlite_master
          where type = 'index' and tbl_name = 'notes' and sql is not null`.execute(query);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(query);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(query);
  };
}

type Index = { name: string; definition: string };

async function insertPeople(
  engine: Database['engine'],
  query: InTransaction,
  group: number,
  { people, notesEach }: Group,
  passwordHash: string,
) {
  const { series, id, time } = functionsOf(engine);
  await sql`
    insert into users (id, email, password_hash, first_name, last_name, user_type, confirmed_at, created_at, change_seq)
    ${series(0, people - 1)}
    select ${id('a', group, sql`n`)}, 'person-' || ${sql.lit(group)} || '-' || n || '@example.com', ${passwordHash},
      'Ada', 'Byron', 'user', ${time(sql`n`)}, ${time(sql`n`)}, ${sql.lit(notesEach)}
    from series`.execute(query);
}

async function insertNotes(
  engine: Database['engine'],
  query: InTransaction,
  group: number,
  { people, notesEach }: Group,
) {
  const { series, id, time } = functionsOf(engine);
  const total = people * notesEach;
  const person = sql`n % ${sql.lit(people)}`;
  for (let first = 0; first < total; first += ROWS_AT_ONCE)
    await sql`
      insert into notes (id, user_id, title, content, photo_path, version, created_at, updated_at, seq)
      ${series(first, Math.min(total, first + ROWS_AT_ONCE) - 1)}
      select ${id('b', group, sql`n`)}, ${id('a', group, person)}, ${TITLE}, ${CONTENT}, null, 1,
        ${time(sql`n`)}, ${time(sql`n`)}, n / ${sql.lit(people)} + 1
      from series`.execute(query);
}

/** Returns the SQL that differs between engines: a series of numbers, and an id and a time made from a number. */
function functionsOf(engine: Database['engine']) {
  const isPostgres = engine === 'postgres';
  const hex = (n: RawBuilder<unknown>) =>
    isPostgres ? sql`lpad(to_hex(${n}), 12, '0')` : sql`printf('%012x', ${n})`;
  return {
    series: (first: number, last: number) =>
      isPostgres
        ? sql`with series as (select generate_series(${sql.lit(first)}, ${sql.lit(last)}) as n)`
        : sql`with recursive series (n) as
            (select ${sql.lit(first)} union all select n + 1 from series where n < ${sql.lit(last)})`,
    id: (kind: string, group: number, n: RawBuilder<unknown>) =>
      sql`${sql.lit(`0190000${kind}-${String(group).padStart(4, '0')}-7000-8000-`)} || ${hex(n)}`,
    time: (n: RawBuilder<unknown>) =>
      isPostgres
        ? sql`to_char(to_timestamp(1700000000 + ${n} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + ${n} / 1000.0, 'unixepoch')`,
  };
}

/** Starts sessions for some users, evenly distributed over all. */
async function signInSome(
  database: Database,
  group: number,
  { people, notesEach }: Group,
  password_hash: string,
) {
  const sessions = createSessions(database);
  const count = Math.min(PEOPLE_MEASURED, people);
  const chosen: Person[] = [];
  for (let index = 0; index < count; index++) {
    const n = Math.floor((index * people) / count);
    const uuid = (kind: string) =>
      `0190000${kind}-${String(group).padStart(4, '0')}-7000-8000-${n.toString(16).padStart(12, '0')}`;
    const token = await sessions.start({ id: uuid('a'), password_hash });
    if (!token) throw new Error('A person was not inserted.');
    chosen.push({
      email: `person-${group}-${n}@example.com`,
      token,
      seq: notesEach,
      noteId: uuid('b'),
    });
  }
  return chosen;
}
