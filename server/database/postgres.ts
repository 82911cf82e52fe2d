import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { addStatement } from './add-statement.ts';
import type { Database, InTransaction } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';
import { createTurns } from './turns.ts';

// Counts are 64-bit integers, but small enough for a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const CONNECT_TIMEOUT_MS = 5000;
/** How long to wait for a response after the statement timeout until the connection counts as dead. */
const ANSWER_GRACE_MS = 2000;
/** On waiting and idle connections, a server that disappears is noticed after five seconds. */
const KEEP_ALIVE = { enable: true, initialDelay: 2000, interval: 1000, count: 3 };
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
// A migration may take long to rewrite a table, and other processes wait for it. But while it waits for a lock itself,
// it blocks all reads and writes of the table, so that time is limited separately.
const MIGRATION_TIMEOUT_MS = 10 * 60 * 1000;
const MIGRATION_LOCK_TIMEOUT_MS = 10_000;
// An arbitrary number that identifies the lock.
const MIGRATION_LOCK = 7_492_016_601;
const NAME_LENGTH = 32;
/** The error code of a write on a read-only server, and the driver's message for a missing response. */
const READ_ONLY = '25006';
const ANSWER_TIMEOUT = 'Query read timeout';
/** Error codes: a prepared statement with the name does not exist, or already exists. */
const PREPARED_STATEMENT_ERRORS = ['26000', '42P05'];

export function openPostgres(url: string, limits: Config['postgres']): Database {
  const pool = openPool(url, {
    max: limits.poolSize,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: limits.statementTimeoutMs + ANSWER_GRACE_MS,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  const query = openQuery(pool);
  let usesNames = true;
  return {
    engine: 'postgres',
    query,
    prepare(build) {
      const { sql: text, bind, runIn } = compile(query, build);
      // Named by content, because a pooler may share connections between processes of different versions.
      const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH);
      return async (values, within) => {
        if (within) return runIn(within, values);
        try {
          return (await runPrepared(name, { text, values: bind(values) })).rows;
        } catch (error) {
          throw addStatement(error, text);
        }
      };
    },
    ...createTurns(query, limits.lockTimeoutMs),
    changeSchema: (work) => migrateOn(url, work),
    pool: () => ({
      size: pool.totalCount,
      max: pool.options.max,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => query.destroy(),
  };

  /** Runs a statement that each connection parses once. Behind a pooler in transaction mode, parses it each time. */
  async function runPrepared(name: string, statement: pg.QueryConfig) {
    if (!usesNames) return pool.query(statement);
    try {
      return await pool.query({ name, ...statement });
    } catch (error) {
      // The statement has not run: the pooler gave the connection on which it was prepared to another client.
      if (!PREPARED_STATEMENT_ERRORS.includes((error as pg.DatabaseError).code ?? '')) throw error;
      usesNames = false;
      return pool.query(statement);
    }
  }
}

/** Opens a separate connection, where statements may take long. */
export const openSeparately = (url: string) => openQuery(openPool(url, { max: 1 }));

const openQuery = (pool: pg.Pool) =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: discardDeadConnections(pool) }) });

function openPool(connectionString: string, limits: pg.PoolConfig) {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...limits,
  });
  // An unhandled error event would end the process. The pool replaces the broken connection, and the statement that ran
  // on it fails with the same error.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    streamOf(client).setKeepAlive(KEEP_ALIVE);
  });
  return pool;
}

/**
 * Gives connections to Kysely. Closes a connection whose server does not respond or has become read-only, as after a
 * failover: otherwise it would return to the pool, and the next statement would fail too.
 */
function discardDeadConnections(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let isDead = false;
      return {
        async query(text: string, values: readonly unknown[]) {
          try {
            return await client.query(text, values as unknown[]);
          } catch (error) {
            const { code, message } = error as pg.DatabaseError;
            isDead ||= code === READ_ONLY || message === ANSWER_TIMEOUT;
            // Nothing else can be sent before the response, not even a rollback.
            if (message === ANSWER_TIMEOUT) streamOf(client).destroy();
            throw addStatement(error, text);
          }
        },
        release: (isBroken?: boolean) => client.release(isDead || isBroken),
      } as unknown as PostgresPoolClient;
    },
  };
}

const streamOf = (client: pg.PoolClient) =>
  (client.connection as unknown as { stream: Socket }).stream;

/** Runs a migration on a separate connection. */
async function migrateOn<T>(url: string, work: (query: InTransaction) => Promise<T>): Promise<T> {
  await using query = openSeparately(url);
  return await query.transaction().execute(async (transaction) => {
    await setLocally(transaction, {
      statement_timeout: MIGRATION_TIMEOUT_MS,
      idle_in_transaction_session_timeout: MIGRATION_TIMEOUT_MS,
      lock_timeout: MIGRATION_TIMEOUT_MS,
    });
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
    await setLocally(transaction, { lock_timeout: MIGRATION_LOCK_TIMEOUT_MS });
    return work(transaction);
  });
}

/** Changes settings for the current transaction. */
export async function setLocally(transaction: InTransaction, settings: Record<string, number>) {
  for (const [name, milliseconds] of Object.entries(settings))
    await sql`select set_config(${name}, ${String(milliseconds)}, true)`.execute(transaction);
}
