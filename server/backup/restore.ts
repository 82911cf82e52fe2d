import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database, InTransaction } from '#server/database/database.ts';
import { type Schema, tablesNotBackedUp } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { fitVersion } from './fit-version.ts';
import { fileKind } from './format.ts';
import type { VerifiedArchive } from './read-archive.ts';
import type { TarEntry } from './read-tar.ts';

// Below the limit of both engines for values in one statement.
const ROWS_AT_ONCE = 200;
/** More changes than one person makes between a backup and its restore. */
const SEQ_GAP = 1_000_000_000;
const STATEMENT_TIMEOUT_MS = 60 * 60 * 1000;
/** Tables whose rows stay: those of the backup are added. */
const ADDED_TO = ['removed_blobs', 'audit_log'];

/** Replaces all data with the content of a backup, in one transaction. */
export async function restore({ engine, query }: Database, blobs: Blobs, archive: VerifiedArchive) {
  const entries = archive.entries();
  try {
    // Photos first: they replace nothing, so they do no harm if the rest fails.
    const firstRows = await restorePhotos(entries, blobs, archive.tables);
    await query.transaction().execute(async (query) => {
      if (engine === 'postgres')
        await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(query);
      await checkSchema(query, firstRows, archive);
      await checkUnknownTables(query, archive.tables);
      await deleteRows(query, archive.tables);
      for await (const entry of entries) await insertRows(query, entry, archive.tables);
      await keepRestoredPhotos(query);
      await resetDevices(query);
    });
  } finally {
    await entries.return(undefined);
  }
}

/** Stores the photos. Returns the first entry that is not a photo. */
async function restorePhotos(
  entries: AsyncGenerator<TarEntry, undefined>,
  blobs: Blobs,
  tables: string[],
) {
  for (;;) {
    const { value: entry } = await entries.next();
    if (!entry) return undefined;
    const file = fileKind(entry.path, tables);
    if (file?.kind === 'photo') await restorePhoto(blobs, file.name, await buffer(entry.content));
    else if (file?.kind !== 'header') return entry;
  }
}

/** Stores a photo. If its name exists, it must be the same photo, because names are never reused. */
async function restorePhoto(blobs: Blobs, name: string, bytes: Buffer<ArrayBuffer>) {
  const stored = await blobs.get(name);
  if (!stored) await blobs.put(name, bytes);
  else if (!bytes.equals(stored))
    throw new Error(
      `The photo ${name} of the backup differs from the stored one. Nothing was replaced.`,
    );
}

type AppliedMigration = { feature: string; name: string; compatible: number };

/** Throws if an incompatible migration lies between the schema of the backup and that of the database. */
async function checkSchema(
  query: InTransaction,
  entry: TarEntry | undefined,
  { tables, features }: VerifiedArchive,
) {
  // What other features left in a database does not matter: their tables are not restored.
  const isKnown = ({ feature }: AppliedMigration) => ['kit', ...features].includes(feature);
  const file = entry && fileKind(entry.path, tables);
  const isThere = file?.kind === 'rows' && file.table === 'schema_migrations';
  const there: AppliedMigration[] = isThere ? await readRows(entry as TarEntry) : [];
  const { rows: here } = await sql<AppliedMigration>`
    select feature, name, compatible from schema_migrations`.execute(query);
  const ofBackup = incompatible(there.filter(isKnown));
  const ofDatabase = incompatible(here.filter(isKnown));
  const overrides = [...ofBackup.symmetricDifference(ofDatabase)];
  if (overrides.length > 0)
    throw new Error(
      `The backup was made by a version with another database schema (${overrides.join(', ')}). ` +
        'Nothing was changed. Restore it with that version, then update.',
    );
}

const incompatible = (migrations: AppliedMigration[]) =>
  new Set(
    migrations
      .filter(({ compatible }) => !compatible)
      .map(({ feature, name }) => `${feature}/${name}`),
  );

/** Throws if there are rows that the backup cannot contain, and that would be deleted together with their owners. */
async function checkUnknownTables(query: InTransaction, tables: string[]) {
  const known = [...tables, ...Object.keys(tablesNotBackedUp)];
  const unknown = (await query.introspection.getTables()).filter(
    ({ name }) => !known.includes(name),
  );
  for (const { name } of unknown) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(query);
    if (rows.length > 0)
      throw new Error(
        `The table ${name} belongs to no registered feature, and a restore would delete its rows. ` +
          'Nothing was changed. Register the feature or drop the table, then run this again.',
      );
  }
}

/** Deletes all rows, except those that cannot be deleted. The sweeper then removes the bytes of the photos. */
async function deleteRows(query: InTransaction, tables: (keyof Schema)[]) {
  const listed = query.selectFrom('removed_blobs').select('path');
  await query
    .insertInto('removed_blobs')
    .columns(['path'])
    .expression(query.selectFrom('files').select('path').where('path', 'not in', listed))
    .execute();
  for (const table of tables.toReversed())
    if (!ADDED_TO.includes(table)) await query.deleteFrom(table).execute();
}

async function insertRows(query: InTransaction, entry: TarEntry, tables: string[]) {
  const file = fileKind(entry.path, tables);
  if (file?.kind !== 'rows' || file.table === 'schema_migrations') return;
  const { table } = file;
  const rows = await readRows(entry);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await query
      .insertInto(table as keyof Schema)
      .values(rows.slice(start, start + ROWS_AT_ONCE).map(fitVersion) as never)
      .$if(ADDED_TO.includes(table), (insert) =>
        insert.onConflict((conflict) => conflict.doNothing()),
      )
      .execute();
}

async function readRows(entry: TarEntry) {
  const text = (await buffer(entry.content)).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Keeps the photos that the backup contains from being removed. */
async function keepRestoredPhotos(query: InTransaction) {
  const inUse = query.selectFrom('files').select('path');
  await query.deleteFrom('removed_blobs').where('path', 'in', inUse).execute();
}

/**
 * Makes every device load its lists again: it may know changes from after the backup, whose numbers would otherwise be
 * given to other changes.
 */
async function resetDevices(query: InTransaction) {
  await sql`
    update users
    set change_seq = change_seq + ${SEQ_GAP}, complete_since_seq = change_seq + ${SEQ_GAP}`.execute(
    query,
  );
}
