import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { databaseFile } from '#server/database/database-file.ts';

export type Row = Record<string, unknown>;

/** A snapshot of the database, however long reading takes. */
export type Snapshot = {
  tables(): Promise<string[]>;
  /** Reads the rows of a table one by one, in constant memory. */
  rows(table: string, where?: string): AsyncIterable<Row> | Iterable<Row>;
};

const CONNECT_TIMEOUT_MS = 5000;
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
  const connection = new DatabaseSync(file, { readOnly: true, timeout: CONNECT_TIMEOUT_MS });
  try {
    // Deferred: in WAL mode, a read transaction does not block writers.
    connection.exec('begin');
    return await work({
      tables: async () =>
        connection
          .prepare(
            `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
          )
          .all()
          .map(({ name }) => String(name)),
      rows: (table, where = 'true') =>
        connection.prepare(`select * from "${table}" where ${where}`).iterate(),
    });
  } finally {
    connection.close();
  }
}

async function readPostgres<Result>(url: string, work: (snapshot: Snapshot) => Promise<Result>) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  });
  // A broken connection makes the next query fail. Unhandled, this event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    // In the transaction, because PgBouncer ignores these settings when a connection starts. Copying photos between two
    // pages of rows may take any time.
    await client.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    return await work({
      async tables() {
        const { rows } = await client.query(
          `select table_name from information_schema.tables
           where table_schema = current_schema() and table_type = 'BASE TABLE'`,
        );
        return rows.map(({ table_name }) => table_name);
      },
      rows: (table, where = 'true') => fetchRows(client, table, where),
    });
  } finally {
    await client.end();
  }
}

async function* fetchRows(client: pg.Client, table: string, where: string): AsyncGenerator<Row> {
  await client.query(
    `declare backup_rows no scroll cursor for select * from "${table}" where ${where}`,
  );
  for (;;) {
    const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from backup_rows`);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close backup_rows');
}

/** Reads 64-bit integers as numbers, as the server does. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}
