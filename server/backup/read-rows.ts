import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Query } from '#server/database/database.ts';
import { databaseFile } from '#server/database/database-file.ts';
import { openSeparately, setLocally } from '#server/database/postgres.ts';

export type Row = Record<string, unknown>;

/** A snapshot of the database, however long reading takes. */
export type Snapshot = {
  tables(): Promise<string[]>;
  /** Reads the rows of a table one by one, in constant memory. */
  rows(table: string, where?: string): AsyncIterable<Row> | Iterable<Row>;
};

const LOCK_LIMIT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;
const ROWS_AT_ONCE = 500;

/** Opens a snapshot on a separate connection. It blocks no writes and does not see later ones. */
export function readSnapshot<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (snapshot: Snapshot) => Promise<Result>,
) {
  return databaseUrl ? readPostgres(databaseUrl, work) : readSqlite(databaseFile(dataDir), work);
}

async function readSqlite<Result>(file: string, work: (snapshot: Snapshot) => Promise<Result>) {
  if (!existsSync(file)) throw new Error(`There is no database ${file}.`);
  using connection = new DatabaseSync(file, { readOnly: true, timeout: LOCK_LIMIT_MS });
  // Deferred: in WAL mode, a read transaction does not block writers.
  connection.exec('begin');
  return await work({
    tables: async () =>
      connection
        .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
        .all()
        .map(({ name }) => String(name)),
    rows: (table, where = 'true') =>
      connection.prepare(`select * from "${table}" where ${where}`).iterate(),
  });
}

async function readPostgres<Result>(url: string, work: (snapshot: Snapshot) => Promise<Result>) {
  await using database = openSeparately(url);
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (query) => {
      // In the transaction, because PgBouncer ignores these settings when a connection starts. Copying photos between
      // two pages of rows may take any time.
      await setLocally(query, {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: 0,
      });
      return work({
        async tables() {
          const { rows } = await sql<{ table_name: string }>`
            select table_name from information_schema.tables
            where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(query);
          return rows.map(({ table_name }) => table_name);
        },
        rows: (table, where = 'true') => fetchRows(query, table, where),
      });
    });
}

async function* fetchRows(query: Query, table: string, where: string): AsyncGenerator<Row> {
  await sql`
    declare backup_rows no scroll cursor for
    select * from ${sql.table(table)} where ${sql.raw(where)}`.execute(query);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(query);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup_rows`.execute(query);
}
