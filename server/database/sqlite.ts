import { existsSync, mkdirSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, sql } from 'kysely';
import { addStatement } from './add-statement.ts';
import type { Database, InTransaction, ReadableDatabase, StatementValue } from './database.ts';
import { databaseFile } from './database-file.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';
import { type Connections, sqliteDialect } from './sqlite-driver.ts';
import { isLocked, retryWhileLocked } from './sqlite-locks.ts';
import { createTurns } from './turns.ts';

/** How long requests wait for a lock of another process before they get a 503. */
const LOCK_LIMIT_MS = 5000;
// Only for the start, while another process may be migrating.
const MIGRATION_LOCK_LIMIT_MS = 10 * 60 * 1000;

export function openSqlite(dataDir: string, { lockLimitMs = LOCK_LIMIT_MS } = {}): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writer = connect(file);
  // A separate connection for reads: on the writer's connection they would see open transactions and wait for them.
  const reader = connect(file);
  const query = openQuery({ writer, reader, lockLimitMs });
  return {
    engine: 'sqlite',
    query,
    prepare(build) {
      const { sql, bind, runIn } = compile(query, build);
      let read: ReturnType<typeof rowReader> | undefined;
      return (values, within) => {
        if (within) return runIn(within, values);
        const attempt = () => {
          read ??= rowReader(reader.prepare(sql));
          return read(bind(values)) as never;
        };
        try {
          return attempt();
        } catch (error) {
          if (!isLocked(error)) throw addStatement(error, sql);
          return retryWhileLocked(attempt, performance.now() + lockLimitMs);
        }
      };
    },
    ...createTurns(query, lockLimitMs),
    changeSchema: (work) => changeSchema(file, work),
    close: () => query.destroy(),
  };
}

/** Opens a database for reading. Returns undefined if there is none, and creates nothing. */
export function openSqliteToRead(dataDir: string): ReadableDatabase | undefined {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) return undefined;
  const url = pathToFileURL(file);
  // Without a log, the file is complete. SQLite would otherwise create a log and leave it behind.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  const connection = new DatabaseSync(url, { readOnly: true, timeout: LOCK_LIMIT_MS });
  const query = openQuery({ writer: connection, reader: connection, lockLimitMs: LOCK_LIMIT_MS });
  return { engine: 'sqlite', query, close: () => query.destroy() };
}

const openQuery = (connections: Connections) =>
  new Kysely<Schema>({ dialect: sqliteDialect(connections) });

/** Opens a connection. At the start, waiting for a lock may block the process, but not later. */
function connect(file: string, { enforceForeignKeys = true } = {}) {
  const database = new DatabaseSync(file, {
    timeout: LOCK_LIMIT_MS,
    enableForeignKeyConstraints: enforceForeignKeys,
  });
  // FULL: an acknowledged write survives a power failure, which WAL with NORMAL does not guarantee.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
  return database;
}

/**
 * Runs a migration on a separate connection without foreign keys: to change a column, SQLite must rebuild the table,
 * and with foreign keys that would delete every row that refers to it. Checks them before the commit instead.
 */
async function changeSchema<T>(file: string, work: (query: InTransaction) => Promise<T>) {
  const connection = connect(file, { enforceForeignKeys: false });
  const lockLimitMs = MIGRATION_LOCK_LIMIT_MS;
  await using query = openQuery({ writer: connection, reader: connection, lockLimitMs });
  return await query.transaction().execute(async (transaction) => {
    const result = await work(transaction);
    const check = sql<{ table: string; parent: string }>`pragma foreign_key_check`;
    const [broken] = (await check.execute(transaction)).rows;
    if (broken)
      throw new Error(`rows of ${broken.table} refer to rows of ${broken.parent} that are gone`);
    return result;
  });
}

/**
 * Reads rows as arrays and converts them to objects, which takes two thirds of the time that the driver needs for
 * objects. The conversion is compiled for the statement's columns: a loop would be the slowest part of reading a list.
 */
function rowReader(statement: StatementSync) {
  statement.setReturnArrays(true);
  const cells = statement
    .columns()
    .map(({ name }, index) => `${JSON.stringify(name)}: cells[${index}]`);
  const toRow = new Function('cells', `return { ${cells.join(', ')} };`) as (
    cells: unknown,
  ) => object;
  return (values: StatementValue[]) => {
    const rows = statement.all(...values) as unknown[];
    for (let i = 0; i < rows.length; i++) rows[i] = toRow(rows[i]);
    return rows;
  };
}
