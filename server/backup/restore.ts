import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { checkRestorable } from './check-restorable.ts';
import { fitVersion } from './fit-version.ts';
import { fileKind } from './format.ts';
import { rememberStoredPhoto, removeUnusedPhotos } from './interrupted-restore.ts';
import { parseRows } from './parse-rows.ts';
import type { VerifiedArchive } from './read-archive.ts';
import type { Row } from './read-rows.ts';
import type { TarEntry } from './read-tar.ts';

// Below the limit of both engines for values in one statement.
const ROWS_AT_ONCE = 200;
/** More changes than one user makes between a backup and its restore. */
const SEQ_GAP = 1_000_000_000;
export const STATEMENT_TIMEOUT_MS = 60 * 60 * 1000;
const INTEGER_TYPE = /^(integer|bigint|int[48])$/i;
const MAX_INTEGER = Number.MAX_SAFE_INTEGER / 2;
/** Tables whose rows stay: the rows of the backup are added. */
const ADDED_TO = ['removed_blobs', 'audit_log'];

/** Replaces all data with the content of a backup, in one transaction. `beforeCommit` is its last step. */
export async function restore(
  { engine, query: database }: Pick<Database, 'engine' | 'query'>,
  blobs: Blobs,
  archive: VerifiedArchive,
  beforeCommit = async () => {},
) {
  const { tables } = archive;
  await using entries = archive.entries();
  // Photos first: they overwrite nothing, and the sweeper removes them if the rest fails.
  const { added, firstRows } = await restorePhotos(entries, database, blobs, tables);
  await database.transaction().execute(async (query) => {
    if (engine === 'postgres')
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(query);
    await checkRestorable({ engine, query }, archive);
    await deleteRows(query, tables);
    const insertRows = await prepareInsert(query, tables);
    if (firstRows) await insertRows(firstRows);
    for await (const entry of entries) await insertRows(entry);
    if ((await removeUnusedPhotos(query)) !== added)
      throw new Error('A server was started meanwhile. Nothing was changed. Stop it first.');
    await keepRestoredPhotos(query);
    await resetDevices(query);
    await beforeCommit();
  });
}

/** Stores the photos. Returns how many were new, and the first entry that is not a photo. */
async function restorePhotos(
  entries: AsyncGenerator<TarEntry, undefined>,
  query: Query,
  blobs: Blobs,
  tables: string[],
) {
  for (let added = 0; ; ) {
    const { value: entry } = await entries.next();
    if (!entry) return { added, firstRows: undefined };
    const file = fileKind(entry.path, tables);
    if (file?.kind === 'photo') {
      const isNew = await restorePhoto(query, blobs, file.name, await buffer(entry.content));
      if (isNew) added++;
    } else if (file?.kind !== 'header') return { added, firstRows: entry };
  }
}

/**
 * Stores a photo. If its name exists, it must be the same photo, because names are never reused. Returns whether it was
 * new.
 */
async function restorePhoto(query: Query, blobs: Blobs, name: string, bytes: Buffer<ArrayBuffer>) {
  const stored = await blobs.get(name);
  if (stored && !bytes.equals(stored))
    throw new Error(
      `The photo ${name} of the backup differs from the stored one. Nothing was replaced.`,
    );
  if (stored) return false;
  await rememberStoredPhoto(query, name);
  await blobs.put(name, bytes);
  return true;
}

/** Deletes all rows that can be deleted. The sweeper then removes the bytes of the photos. */
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

/** Returns a function that inserts the rows of an entry. */
async function prepareInsert(query: InTransaction, tables: string[]) {
  const found = await query.introspection.getTables();

  return async (entry: TarEntry) => {
    const file = fileKind(entry.path, tables);
    if (file?.kind !== 'rows' || file.table === 'schema_migrations') return;
    const { table } = file;
    const integers = found
      .flatMap(({ name, columns }) => (name === table ? columns : []))
      .filter(({ dataType }) => INTEGER_TYPE.test(dataType))
      .map(({ name }) => name);
    let rows: Row[] = [];
    for (const row of parseRows(entry.path, table, await buffer(entry.content))) {
      if (!integers.every((column) => isStorable(row[column])))
        throw new Error(`${entry.path} has a number that cannot be stored. Nothing was changed.`);
      if (rows.push(row) < ROWS_AT_ONCE) continue;
      await insertRows(query, table, rows);
      rows = [];
    }
    if (rows.length > 0) await insertRows(query, table, rows);
  };
}

/** Tells whether a number can still be read after increments. SQLite fails to return larger whole numbers. */
const isStorable = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'number' && Math.abs(value) <= MAX_INTEGER);

async function insertRows(query: InTransaction, table: string, rows: Row[]) {
  await query
    .insertInto(table as keyof Schema)
    .values(rows.map(fitVersion) as never)
    .$if(ADDED_TO.includes(table), (insert) =>
      insert.onConflict((conflict) => conflict.doNothing()),
    )
    .execute();
}

/** Takes the photos of the backup off the list of bytes to remove. */
async function keepRestoredPhotos(query: InTransaction) {
  const inUse = query.selectFrom('files').select('path');
  await query.deleteFrom('removed_blobs').where('path', 'in', inUse).execute();
}

/**
 * Makes every device load its lists again: it may know changes from after the backup, whose numbers other changes would
 * otherwise get.
 */
async function resetDevices(query: InTransaction) {
  await sql`
    update users
    set change_seq = change_seq + ${SEQ_GAP}, complete_since_seq = change_seq + ${SEQ_GAP}`.execute(
    query,
  );
}
