import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { databaseFile } from '#server/database/database-file.ts';

/** Checks every page, index and reference of a SQLite database. Returns `ok` or what is wrong. */
export function checkSqlite(dataDir: string) {
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
  try {
    const found = [
      ...database.prepare('pragma integrity_check').all(),
      ...database.prepare('pragma foreign_key_check').all(),
    ].map((row) => Object.values(row).join(' '));
    return found.join('; ');
  } finally {
    database.close();
  }
}

/** Checks every table and index of a PostgreSQL database with amcheck. Returns `ok` or what is wrong. */
export async function checkPostgres(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query(CORRUPT_ROWS);
    await client.query(CHECK_INDEXES);
    return rows.map(({ table, problem }) => `${table}: ${problem}`).join('; ') || 'ok';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

const CORRUPT_ROWS = `
  select pg_class.relname as table, corruption.msg as problem
  from pg_class, verify_heapam(pg_class.oid) as corruption
  where pg_class.relkind = 'r' and pg_class.relpersistence = 'p'`;

/** Compares each B-tree index with its table. Throws at the first problem. */
const CHECK_INDEXES = `
  select bt_index_check(pg_class.oid, heapallindexed => true)
  from pg_class join pg_am on pg_am.oid = pg_class.relam
  where pg_class.relkind = 'i' and pg_am.amname = 'btree' and pg_class.relpersistence = 'p'`;
