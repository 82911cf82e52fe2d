import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, InTransaction } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';

// Counts are 64-bit integers, but small enough for a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 5000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
// A migration may take long to rewrite a table, and other processes wait for it. But while it waits for a lock itself,
// it blocks all reads and writes of the table, so that time is limited separately.
const MIGRATION_TIMEOUT_MS = 10 * 60 * 1000;
const MIGRATION_LOCK_TIMEOUT_MS = 10_000;
// An arbitrary number that identifies the lock.
const MIGRATION_LOCK = 7_492_016_601;
const NAME_LENGTH = 32;
/** A prepared statement with the name does not exist, or exists already. */
const NAME_ERRORS = ['26000', '42P05'];

export function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
  });
  // An unhandled error event would end the process. The pool replaces a broken connection, and the statement that ran
  // on it fails with the same error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let usesNames = true;
  return {
    engine: 'postgres',
    query,
    prepare(build) {
      const { sql: text, bind } = compile(query, build);
      // By content, because a pooler may share connections between processes of different versions.
      const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
      return async (values) => (await runPrepared(name, { text, values: bind(values) })).rows;
    },
    changeSchema: (work) =>
      query.transaction().execute(async (transaction) => {
        await setLocally(transaction, {
          statement_timeout: MIGRATION_TIMEOUT_MS,
          idle_in_transaction_session_timeout: MIGRATION_TIMEOUT_MS,
          lock_timeout: MIGRATION_TIMEOUT_MS,
        });
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
        await setLocally(transaction, { lock_timeout: MIGRATION_LOCK_TIMEOUT_MS });
        return work(transaction);
      }),
    close: () => query.destroy(),
  };

  /** Runs a statement that each connection parses once. Behind a pooler in transaction mode, parses it each time. */
  async function runPrepared(name: string, statement: pg.QueryConfig) {
    if (!usesNames) return pool.query(statement);
    try {
      return await pool.query({ name, ...statement });
    } catch (error) {
      // The statement has not run: it belongs to a connection that the pooler has given to somebody else.
      if (!NAME_ERRORS.includes((error as pg.DatabaseError).code ?? '')) throw error;
      usesNames = false;
      return pool.query(statement);
    }
  }
}

/** Changes settings for the current transaction. */
async function setLocally(transaction: InTransaction, settings: Record<string, number>) {
  for (const [name, milliseconds] of Object.entries(settings))
    await sql`select set_config(${name}, ${String(milliseconds)}, true)`.execute(transaction);
}
