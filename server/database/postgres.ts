import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, InTransaction } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';

// Counts come as 64-bit integers; ours fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

// A migration may rewrite a table, and the next process waits for it; but it must not hold up everyone's reads and
// writes while it waits for a table itself.
const MIGRATION_TIMEOUT_MS = 10 * 60 * 1000;
const MIGRATION_LOCK_TIMEOUT_MS = 10_000;
// Any number, as long as it is always the same.
const MIGRATION_LOCK = 7_492_016_601;

export function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {});

  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let prepared = 0;
  return {
    engine: 'postgres',
    query,
    prepare(build) {
      const { sql: text, bind } = compile(query, build);
      const name = `prepared-${++prepared}`;
      return async (values) => (await pool.query({ name, text, values: bind(values) })).rows;
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
}

/** Changes settings of the connection until the transaction ends. */
async function setLocally(transaction: InTransaction, settings: Record<string, number>) {
  for (const [name, milliseconds] of Object.entries(settings))
    await sql`select set_config(${name}, ${String(milliseconds)}, true)`.execute(transaction);
}
