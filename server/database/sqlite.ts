import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Database, InTransaction } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';
import { isLocked, retryWhileLocked, sqliteDialect } from './sqlite-driver.ts';

/** How long requests wait for a lock of another process before they are answered with 503. */
export const LOCK_LIMIT_MS = 5000;
// Only the start waits for a migration of another process.
const MIGRATION_LOCK_LIMIT_MS = 10 * 60 * 1000;

export const databaseFile = (dataDir: string) => join(dataDir, 'trifold.db');

export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writer = connect(file);
  // A connection of its own for reads: on the writer's they would see open transactions, and wait for them.
  const reader = connect(file);
  const query = new Kysely<Schema>({
    dialect: sqliteDialect({ writer, reader, lockLimitMs: LOCK_LIMIT_MS }),
  });
  return {
    engine: 'sqlite',
    query,
    prepare(build) {
      const { sql, bind } = compile(query, build);
      let read: ReturnType<typeof rowReader> | undefined;
      return (values) => {
        const attempt = () => {
          read ??= rowReader(reader.prepare(sql));
          return read(bind(values)) as never;
        };
        try {
          return attempt();
        } catch (error) {
          if (!isLocked(error)) throw error;
          return retryWhileLocked(attempt, performance.now() + LOCK_LIMIT_MS);
        }
      };
    },
    changeSchema: (work) => changeSchema(file, work),
    close: () => query.destroy(),
  };
}

/** Opens a connection. It may block while it is being opened, at the start, and never afterwards. */
function connect(file: string, { enforceForeignKeys = true } = {}) {
  const database = new DatabaseSync(file, {
    timeout: LOCK_LIMIT_MS,
    enableForeignKeyConstraints: enforceForeignKeys,
  });
  // FULL: an acknowledged write survives a power cut, which WAL with NORMAL does not promise.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
  return database;
}

/**
 * Works on a connection of its own that does not enforce foreign keys: with them, rebuilding a table, SQLite's only way
 * to change a column, would delete every row that refers to it. They are checked before the commit instead.
 */
async function changeSchema<T>(file: string, work: (query: InTransaction) => Promise<T>) {
  const connection = connect(file, { enforceForeignKeys: false });
  const query = new Kysely<Schema>({
    dialect: sqliteDialect({
      writer: connection,
      reader: connection,
      lockLimitMs: MIGRATION_LOCK_LIMIT_MS,
    }),
  });
  try {
    return await query.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      const { rows } = await sql<{ table: string; parent: string }>`
        pragma foreign_key_check
      `.execute(transaction);
      const [broken] = rows;
      if (broken)
        throw new Error(`rows of ${broken.table} refer to rows of ${broken.parent} that are gone`);
      return result;
    });
  } finally {
    await query.destroy();
  }
}

/**
 * Rows read as arrays and named here cost two thirds of rows that the driver names. The naming is compiled for the
 * statement's columns, which are ours: as a loop over them it would be the slowest part of a list.
 */
function rowReader(statement: StatementSync) {
  statement.setReturnArrays(true);
  const cells = statement
    .columns()
    .map(({ name }, index) => `${JSON.stringify(name)}: cells[${index}]`);
  const toRow = new Function('cells', `return { ${cells.join(', ')} };`) as (
    cells: unknown,
  ) => object;
  return (values: string[]) => {
    const rows = statement.all(...values) as unknown[];
    for (let i = 0; i < rows.length; i++) rows[i] = toRow(rows[i]);
    return rows;
  };
}
