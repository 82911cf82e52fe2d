import type { Kysely } from 'kysely';
import { breakingChanges, readShape, type Shape } from './compatibility.ts';
import type { Database } from './database.ts';
import { checksumOf, isComparable } from './migration-checksum.ts';
import {
  type Applied,
  addRecord,
  createRecords,
  isRecorded,
  readRecords,
  storeChecksum,
} from './migration-records.ts';

export type Migration = {
  /**
   * Changes the schema. Runs in its own transaction, which is rolled back if it throws. Must do nothing else: every
   * start also calls it without a database, to find out whether it was edited after it ran.
   */
  up(db: Kysely<unknown>, engine: Database['engine']): Promise<void>;
  /**
   * Declares that code which does not know this migration can run on its result: it only adds, which is checked.
   * Otherwise older code no longer starts on the database. See docs/decisions/0011-migrations.md.
   */
  compatible?: true;
};

/** Migrations by feature and name. */
export type MigrationSets = Record<string, Record<string, Migration>>;

/** Thrown if the schema cannot be used or migrated. Stops the start; the message is one line. */
export class MigrationError extends Error {}

type NamedMigration = { feature: string; name: string; migration: Migration };

/**
 * Applies the missing migrations: feature by feature in the order of the list, within a feature by name. Ignores
 * features that exist only in the database, so that a feature can be removed.
 */
export async function migrate(
  database: Database,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  await createRecords(database);
  const { missing, applied } = await readMigrationState(database, sets, warn);
  for (const { feature, name, migration, checksum } of applied)
    if (!isComparable(checksum))
      await storeChecksum(
        database.query,
        { feature, name },
        await checksumOf(migration.up, database.engine),
      );
  for (const migration of missing) await apply(database, migration);
}

/** Throws if a migration is missing. For servers that must not change the schema. */
export async function checkMigrated(
  database: Database,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  const { isNew, missing } = await readMigrationState(database, sets, warn);
  if (missing.length === 0) return;
  const which = isNew ? 'is empty' : `lacks ${names(missing)}`;
  throw new MigrationError(
    `The database ${which}: run npm run migrate first, because MIGRATE_ON_START is false.`,
  );
}

/** Throws if a migration was edited after it ran. Otherwise nobody would notice that the database lacks the edit. */
export async function checkUnchanged(
  database: Pick<Database, 'engine' | 'query'>,
  sets: MigrationSets,
) {
  const { applied } = await readMigrationState(database, sets, () => {});
  const changed: NamedMigration[] = [];
  for (const one of applied)
    if (
      isComparable(one.checksum) &&
      one.checksum !== (await checksumOf(one.migration.up, database.engine))
    )
      changed.push(one);
  if (changed.length > 0)
    throw new MigrationError(
      `The database has an earlier version of ${names(changed)}, because a migration runs only once. ` +
        'Undo the change and put it into a new migration. If the migration was never released, ' +
        'you can delete the database of your machine instead: the next start creates a new one.' +
        hintAtReusedName(changed),
    );
}

/** Compares the migrations with the applied ones, without changing anything. Throws if this code cannot run on them. */
export async function readMigrationState(
  database: Pick<Database, 'engine' | 'query'>,
  sets: MigrationSets,
  warn: (message: string) => void,
) {
  const records = await readRecords(database);
  checkUnknown(records ?? [], sets, warn);
  const missing: NamedMigration[] = [];
  const applied: (NamedMigration & Pick<Applied, 'checksum'>)[] = [];
  for (const one of inOrder(sets)) {
    const record = records?.find(
      ({ feature, name }) => one.feature === feature && one.name === name,
    );
    if (record) applied.push({ ...one, checksum: record.checksum });
    else missing.push(one);
  }
  return { isNew: records === undefined, missing, applied };
}

function inOrder(sets: MigrationSets): NamedMigration[] {
  return Object.entries(sets).flatMap(([feature, set]) =>
    Object.entries(set)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, migration]) => ({ feature, name, migration })),
  );
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
        'Start that version, or restore a backup from before the change.' +
        hintAtReusedName(incompatible),
    );
  if (unknown.length > 0)
    warn(`The database was changed by newer code (${names(unknown)}); this version can run on it.`);
}

/** Returns a sentence about a feature that reuses the name of a removed one, whose migrations count as applied. */
function hintAtReusedName(records: { feature: string }[]) {
  const [feature] = records.map(({ feature }) => feature).filter((feature) => feature !== 'kit');
  return feature
    ? ` If "${feature}" is a new feature with the name of a removed one, give it another name, or delete the database of your machine.`
    : '';
}

const names = (records: { feature: string; name: string }[]) =>
  records.map(({ feature, name }) => `"${feature}/${name}"`).join(', ');

async function apply(
  { changeSchema, engine }: Database,
  { feature, name, migration }: NamedMigration,
) {
  const { up, compatible } = migration;
  try {
    const checksum = await checksumOf(up, engine);
    await changeSchema(async (query) => {
      // Another process applied it while this one waited.
      if (await isRecorded(query, { feature, name })) return;
      const before = compatible && (await readShape(engine, query));
      await up(query as unknown as Kysely<unknown>, engine);
      if (before) checkCompatible(before, await readShape(engine, query));
      await addRecord(query, { feature, name, compatible: compatible ? 1 : 0, checksum });
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
