import { type Kysely, sql } from 'kysely';
import { now } from '#server/clock.ts';
import { breakingChanges, readShape, type Shape } from './compatibility.ts';
import type { Database, Query } from './database.ts';

export type Migration = {
  /** Changes the schema. Runs in its own transaction, which is rolled back if it throws. */
  up(db: Kysely<unknown>, engine: Database['engine']): Promise<void>;
  /**
   * Declares that code which does not know this migration can run on its result: it only adds, which is checked.
   * Without it, older code does not start on the database any more. See docs/decisions/0011-migrations.md.
   */
  compatible?: true;
};

/** The migrations by feature and name. */
export type MigrationSets = Record<string, Record<string, Migration>>;

/** The schema cannot be used or migrated. Stops the start; the message is one line. */
export class MigrationError extends Error {}

type Applied = { feature: string; name: string; compatible: number; applied_at: string };

/**
 * Applies the missing migrations: feature by feature in the order of the list, within a feature by name. Ignores
 * features that only the database knows, so that a feature can be removed.
 */
export async function migrate(
  database: Database,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  await createRecords(database);
  for (const { feature, name, migration } of await missingMigrations(database, sets, warn))
    await apply(database, feature, name, migration);
}

/** Throws if a migration is missing. For servers that must not change the schema. */
export async function checkMigrated(
  database: Database,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  // A new database has no record of migrations at all.
  const isNew = !(await hasTable(database, 'schema_migrations'));
  const missing = isNew ? undefined : await missingMigrations(database, sets, warn);
  if (missing?.length === 0) return;
  const which = missing ? `lacks ${names(missing)}` : 'is empty';
  throw new MigrationError(
    `The database ${which}: run npm run migrate first, because MIGRATE_ON_START is false.`,
  );
}

/** Returns the migrations that were not applied yet, in their order. Throws if this code cannot run on the schema. */
async function missingMigrations(
  database: Database,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  const applied = await recordsOf(database.query).execute();
  checkUnknown(applied, sets, warn);
  return Object.entries(sets)
    .flatMap(([feature, set]) =>
      Object.entries(set)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, migration]) => ({ feature, name, migration })),
    )
    .filter(
      (one) => !applied.some(({ feature, name }) => one.feature === feature && one.name === name),
    );
}

async function createRecords(database: Database) {
  if (await hasTable(database, 'schema_migrations')) return;
  await database.changeSchema(async (query) => {
    await query.schema
      .createTable('schema_migrations')
      .ifNotExists()
      .addColumn('feature', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('compatible', 'integer', (c) => c.notNull())
      .addColumn('applied_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('schema_migrations_pk', ['feature', 'name'])
      .execute();
  });
}

export async function hasTable(
  { engine, query }: Pick<Database, 'engine' | 'query'>,
  name: string,
) {
  const { rows } = await (engine === 'postgres'
    ? sql`select 1 where to_regclass(${name}) is not null`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
  ).execute(query);
  return rows.length > 0;
}

/** Checks the migrations that this code does not know. Throws if one of them is incompatible. */
function checkUnknown(applied: Applied[], sets: MigrationSets, warn: (message: string) => void) {
  const unknown = applied.filter(({ feature, name }) => {
    const set = sets[feature];
    return set && !Object.hasOwn(set, name);
  });
  const incompatible = unknown.filter(({ compatible }) => !compatible);
  if (incompatible.length > 0)
    throw new MigrationError(
      `This version cannot run on the database, which another version has changed (${names(incompatible)}). ` +
        'Start that version, or restore a backup from before the change.',
    );
  if (unknown.length > 0)
    warn(`The database was changed by newer code (${names(unknown)}); this version can run on it.`);
}

const names = (records: { feature: string; name: string }[]) =>
  records.map(({ feature, name }) => `"${feature}/${name}"`).join(', ');

async function apply(
  { changeSchema, engine }: Database,
  feature: string,
  name: string,
  { up, compatible }: Migration,
) {
  try {
    await changeSchema(async (query) => {
      const done = await recordsOf(query)
        .where('feature', '=', feature)
        .where('name', '=', name)
        .executeTakeFirst();
      // Another process applied it while this one waited.
      if (done) return;
      const before = compatible && (await readShape(engine, query));
      await up(query as unknown as Kysely<unknown>, engine);
      if (before) checkCompatible(before, await readShape(engine, query));
      await query
        .withTables<{ schema_migrations: Applied }>()
        .insertInto('schema_migrations')
        .values({ feature, name, compatible: compatible ? 1 : 0, applied_at: now() })
        .execute();
    });
  } catch (error) {
    const reason = String((error as Error).message || error).replaceAll(/\s+/g, ' ');
    throw new MigrationError(`Migration "${feature}/${name}" failed: ${reason}`, { cause: error });
  }
}

/** Throws if a migration that declares itself compatible would break code that does not know it. */
function checkCompatible(before: Shape, after: Shape) {
  const problems = breakingChanges(before, after);
  if (problems.length > 0)
    throw new Error(
      `it declares that older code can run on its result, but ${problems.join(', ')}`,
    );
}

function recordsOf(query: Query) {
  return query
    .withTables<{ schema_migrations: Applied }>()
    .selectFrom('schema_migrations')
    .selectAll();
}
