import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { features } from '#features/server.ts';
import type { Config } from '#server/config.ts';
import type { ReadableDatabase } from '#server/database/database.ts';
import { databaseFile } from '#server/database/database-file.ts';
import { checkUnchanged, readMigrationState } from '#server/database/migrate.ts';
import { migrationSets, openToRead } from '#server/database/open-database.ts';
import { type Check, type Finding, note, ok, problem, reasonOf } from './check.ts';
import { cannotWrite, checkSpace } from './folders.ts';

/** Checks that the database opens, can be written and has the schema of this version. */
export const checkDatabase: Check = async (config) => {
  const ofDisk = config.databaseUrl ? [] : checkDisk(config);
  const opened = await openToRead(config);
  if (!opened) return [ok('there is no database yet: the first start creates it'), ...ofDisk];
  try {
    const ofServer = config.databaseUrl
      ? [...(await checkPostgres(opened)), ...(await checkDirect(config))]
      : [];
    return [...(await checkMigrations(opened, config)), ...ofServer, ...ofDisk];
  } finally {
    await opened.close();
  }
};

function checkDisk({ dataDir }: Config): Finding[] {
  const file = databaseFile(dataDir);
  // SQLite also writes its log beside the file.
  const reason = cannotWrite(dataDir) ?? (existsSync(file) ? cannotWrite(file) : undefined);
  return [reason ? problem(reason) : ok(`${dataDir} can be written`), checkSpace(dataDir)];
}

async function checkPostgres({ query }: ReadableDatabase): Promise<Finding[]> {
  const { rows } = await sql<{ read_only: boolean; can_create: boolean | null; version: string }>`
    select current_setting('transaction_read_only') = 'on' as read_only,
      has_schema_privilege(current_schema(), 'create') as can_create,
      current_setting('server_version') as version`.execute(query);
  const [state] = rows;
  if (state?.read_only)
    return [problem('PostgreSQL is read-only: DATABASE_URL must lead to the primary server')];
  if (!state?.can_create)
    return [problem('this user may not create tables: grant create on the schema in PostgreSQL')];
  return [ok(`PostgreSQL ${state.version} can be written`)];
}

/** Checks the connection that bypasses a pooler. */
async function checkDirect(config: Config): Promise<Finding[]> {
  if (!config.databaseDirectUrl) return [];
  const direct = await openToRead({ ...config, databaseUrl: config.databaseDirectUrl }).catch(
    (error) => reasonOf(error).replace('DATABASE_URL', 'DATABASE_DIRECT_URL'),
  );
  if (typeof direct === 'string') return [problem(direct)];
  await direct?.close();
  return [ok('DATABASE_DIRECT_URL leads to a database')];
}

async function checkMigrations(
  opened: ReadableDatabase,
  { mode, migratesOnStart }: Config,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const sets = migrationSets(features);
  const { isNew, missing } = await readMigrationState(opened, sets, (message) =>
    findings.push(note(message)),
  );
  await checkUnchanged(opened, sets).catch((error: Error) =>
    // A demo would not start, other servers do.
    findings.push((mode === 'demo' ? problem : note)(error.message)),
  );
  const names = missing.map(({ feature, name }) => `${feature}/${name}`).join(', ');
  const pending = `migrations that have not run: ${missing.length} (${names})`;
  if (missing.length === 0) findings.push(ok('every migration has run'));
  else if (!migratesOnStart) findings.push(problem(`${pending}; run npm run migrate`));
  else if (isNew) findings.push(ok('it is empty: the first start creates the tables'));
  else findings.push(note(`${pending}; the next start runs them`));
  return findings;
}
