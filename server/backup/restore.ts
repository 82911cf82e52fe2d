import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Database, InTransaction } from '#server/database/database.ts';
import { tables } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { fileKind } from './format.ts';
import type { VerifiedArchive } from './read-archive.ts';
import type { TarEntry } from './read-tar.ts';

// Below what both engines take as the number of values in one statement.
const ROWS_AT_ONCE = 200;
const STATEMENT_TIMEOUT_MS = 60 * 60 * 1000;

/** Replaces everything by what a backup holds, in one transaction: all of it, or nothing. */
export async function restore({ engine, query }: Database, blobs: Blobs, archive: VerifiedArchive) {
  const entries = archive.entries();
  try {
    // Photos first: their names are never used twice, so they harm nothing if the rest fails.
    const firstRows = await restorePhotos(entries, blobs);
    await query.transaction().execute(async (query) => {
      if (engine === 'postgres')
        await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(query);
      await deleteRows(query);
      if (firstRows) await insertRows(query, firstRows);
      for await (const entry of entries) await insertRows(query, entry);
      await keepPhotosInUse(query);
    });
  } finally {
    await entries.return(undefined);
  }
}

/** Returns the first entry that is no photo. */
async function restorePhotos(entries: AsyncGenerator<TarEntry, undefined>, blobs: Blobs) {
  for (;;) {
    const { value: entry } = await entries.next();
    if (!entry) return undefined;
    const file = fileKind(entry.path);
    if (file?.kind === 'photo') await blobs.put(file.name, await buffer(entry.content));
    else if (file?.kind !== 'header') return entry;
  }
}

/** The sweeper removes the bytes of photos that have no row any more. */
async function deleteRows(query: InTransaction) {
  const listed = query.selectFrom('removed_blobs').select('path');
  await query
    .insertInto('removed_blobs')
    .columns(['path'])
    .expression(query.selectFrom('files').select('path').where('path', 'not in', listed))
    .execute();
  for (const table of tables.toReversed()) await query.deleteFrom(table).execute();
}

async function insertRows(query: InTransaction, entry: TarEntry) {
  const file = fileKind(entry.path);
  if (file?.kind !== 'rows') return;
  const text = (await buffer(entry.content)).toString();
  const rows = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await query
      .insertInto(file.table)
      .values(rows.slice(start, start + ROWS_AT_ONCE) as never)
      .$if(file.table === 'removed_blobs', (insert) =>
        insert.onConflict((conflict) => conflict.doNothing()),
      )
      .execute();
}

/** A photo that the backup brought back stays. */
async function keepPhotosInUse(query: InTransaction) {
  const inUse = query.selectFrom('files').select('path');
  await query.deleteFrom('removed_blobs').where('path', 'in', inUse).execute();
}
