import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Database, InTransaction } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';

const BUSY_TIMEOUT_MS = 5000;

export function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'trifold.db');
  const writer = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // FULL: an acknowledged write survives a power cut, which WAL with NORMAL does not promise.
  writer.exec('pragma journal_mode = wal; pragma synchronous = full;');
  // A connection of its own for prepared reads: on the writer's they would see open transactions.
  const reader = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });

  const query = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: asKyselyExpects(writer) }),
  });
  return {
    engine: 'sqlite',
    query,
    prepare(build) {
      const { sql, bind } = compile(query, build);
      let run: ReturnType<typeof rowReader> | undefined;
      return (values) => {
        run ??= rowReader(reader.prepare(sql));
        return run(bind(values)) as never;
      };
    },
    changeSchema: (work) => changeSchema(file, work),
    async close() {
      await query.destroy();
      reader.close();
    },
  };
}

/**
 * Works on a connection of its own that does not enforce foreign keys: with them, rebuilding a table, SQLite's only way
 * to change a column, would delete every row that refers to it. They are checked before the commit instead.
 */
async function changeSchema<T>(file: string, work: (query: InTransaction) => Promise<T>) {
  const connection = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: false,
  });
  const query = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: asKyselyExpects(connection) }),
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

/** Kysely speaks to better-sqlite3; this gives Node's own SQLite the same face and keeps statements prepared. */
function asKyselyExpects(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof asStatement>>();
  return {
    prepare(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        // Immediate: a transaction that starts by reading could otherwise fail to become a writer.
        statement = asStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

function asStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
    run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
    iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
  };
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
