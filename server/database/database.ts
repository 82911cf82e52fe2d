import { type Compilable, type Kysely, sql, type Transaction } from 'kysely';
import { type Config, WrongSetting } from '#server/config.ts';
import { migrate } from './migrate.ts';
import { migrationSets } from './migration-sets.ts';
import type { Schema } from './schema.ts';

export type Query = Kysely<Schema>;
export type InTransaction = Transaction<Schema>;

/** One query layer over two engines. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** For the statements that nearly every request runs: built and compiled once, not per request. */
  prepare: Prepare;
  /** Runs a migration in one transaction; other processes wait for their turn meanwhile. */
  changeSchema<T>(work: (query: InTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Prepare = <Row>(
  build: (query: Query, value: (name: string) => string) => Compilable<Row>,
) => (values: Record<string, string>) => Row[] | Promise<Row[]>;

/** Opens the database and brings its schema up to date. Each engine's driver is loaded only where it is used. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  warn: (message: string) => void = console.warn,
): Promise<Database> {
  const database = await (config.databaseUrl
    ? connected(config.databaseUrl)
    : opened(config.dataDir));
  try {
    await migrate(database, migrationSets, warn);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function connected(url: string) {
  const { openPostgres } = await import('./postgres.ts');
  const database = openPostgres(url);
  try {
    await sql`select 1`.execute(database.query);
  } catch (error) {
    await database.close();
    throw new WrongSetting(`DATABASE_URL leads to no working database: ${reason(error)}`);
  }
  return database;
}

async function opened(dataDir: string) {
  const { openSqlite } = await import('./sqlite.ts');
  try {
    return openSqlite(dataDir);
  } catch (error) {
    throw new WrongSetting(`DATA_DIR cannot be used: ${reason(error)}`);
  }
}

const reason = (error: unknown) =>
  (error as Error).message || (error as NodeJS.ErrnoException).code || String(error);
