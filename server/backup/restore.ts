import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';
import type { Database } from '#server/database/database.ts';
import { type BackupTable, tables } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';

type Rows = Record<string, unknown>[];

// Below what both engines take as the number of values in one statement.
const ROWS_AT_ONCE = 100;

/** Puts back what a backup holds in place of what is there: all of it, or nothing. */
export async function restore(database: Database, blobs: Blobs, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    await extract({ file, cwd: folder, strict: true });
    const rows = await readAll(folder);
    // Photos first: their names are never used twice, so they harm nothing if the rest fails.
    for (const path of await readdir(join(folder, 'files')))
      await blobs.put(path, (await readFile(join(folder, 'files', path))) as Buffer<ArrayBuffer>);
    await replaceRows(database, rows);
    return { notes: rows.notes.length, users: rows.users.length, photos: rows.files.length };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAll(folder: string) {
  const rows: Record<string, Rows> = {};
  for (const table of tables) {
    const lines = (await readFile(join(folder, `${table}.jsonl`), 'utf8'))
      .split('\n')
      .filter(Boolean);
    rows[table] = lines.map((line) => JSON.parse(line));
  }
  return rows as Record<BackupTable, Rows>;
}

function replaceRows({ query }: Database, rows: Record<BackupTable, Rows>) {
  return query.transaction().execute(async (query) => {
    for (const table of tables.toReversed()) await query.deleteFrom(table).execute();
    // An account that comes back keeps its photos.
    await query.deleteFrom('removed_blobs').execute();
    for (const table of tables)
      for (let start = 0; start < rows[table].length; start += ROWS_AT_ONCE)
        await query
          .insertInto(table)
          .values(rows[table].slice(start, start + ROWS_AT_ONCE) as never)
          .execute();
  });
}
