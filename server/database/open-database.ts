import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { ServerFeature } from '#server/feature.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import type { Database, ReadableDatabase } from './database.ts';
import { checkMigrated, checkUnchanged, type MigrationSets, migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

/** Opens the database and migrates it. Loads only the driver of the engine in use. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'postgres' | 'dataDir' | 'migratesOnStart' | 'mode'>,
  features: ServerFeature[],
  warn: (message: string) => void = console.warn,
): Promise<Database> {
  const database = await (config.databaseUrl
    ? connectToPostgres(config.databaseUrl, config.postgres)
    : openSqliteIn(config.dataDir));
  try {
    const sets = migrationSets(features);
    if (config.mode === 'demo') await checkUnchanged(database, sets);
    await (config.migratesOnStart ? migrate : checkMigrated)(database, sets, warn);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens the database for reading, without migrating. Returns undefined if there is none, and creates nothing. */
export async function openToRead(
  config: Pick<Config, 'databaseUrl' | 'postgres' | 'dataDir'>,
): Promise<ReadableDatabase | undefined> {
  if (config.databaseUrl) return connectToPostgres(config.databaseUrl, config.postgres);
  const { openSqliteToRead } = await import('./sqlite.ts');
  return nameSetting(() => openSqliteToRead(config.dataDir));
}

/**
 * Returns the migrations of the kit and of each feature. The kit's come first, because other tables refer to its
 * tables.
 */
export function migrationSets(features: ServerFeature[]): MigrationSets {
  return Object.fromEntries([
    ['kit', migrations],
    ...features.map(({ name, migrations }) => [name, migrations]),
  ]);
}

async function connectToPostgres(url: string, limits: Config['postgres']) {
  const { openPostgres } = await import('./postgres.ts');
  const database = openPostgres(url, limits);
  try {
    await sql`select 1`.execute(database.query);
  } catch (error) {
    await database.close();
    throw new InvalidSetting(`DATABASE_URL: cannot connect to the database: ${reason(error)}`);
  }
  return database;
}

async function openSqliteIn(dataDir: string) {
  const { openSqlite } = await import('./sqlite.ts');
  return nameSetting(() => openSqlite(dataDir));
}

/** Opens SQLite. An error names the setting. */
function nameSetting<Result>(open: () => Result) {
  try {
    return open();
  } catch (error) {
    throw new InvalidSetting(`DATA_DIR cannot be used: ${reason(error)}`);
  }
}

const reason = (error: unknown) =>
  (error as Error).message || (error as NodeJS.ErrnoException).code || String(error);
