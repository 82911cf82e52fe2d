import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { tablesNotBackedUp } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { tablesOf } from './format.ts';
import { readSnapshot, type Snapshot } from './read-rows.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

const ATTEMPTS = 5;
const NEXT_ATTEMPT_AFTER_MS = 200;
// The bytes of the others are gone or about to go.
const HAS_BYTES = 'removed_at is null';

/**
 * Writes one file with every row and every photo, the same for both engines. The server may run meanwhile: rows are
 * read in one transaction. Photos are copied first, while it is open. When one is not there, because it has been
 * removed since or is still being uploaded, the next attempt begins a new transaction and copies only what is new.
 */
export function backUp(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  blobs: Blobs,
  features: Pick<ServerFeature, 'tables'>[],
  file: string,
) {
  return writeArchive(file, async (archive, folder) => {
    const copied = openCopiedPhotos(join(folder, 'photos.db'));
    try {
      for (let attempt = 1; ; attempt++) {
        const result = await readSnapshot(config, async (snapshot) => {
          const missing = await copyPhotos(snapshot, blobs, archive, copied, attempt);
          // What is missing in the last attempt too was lost before; the rest is worth a backup all the same.
          if (missing > 0 && attempt < ATTEMPTS) return undefined;
          const unknownTables = await copyRows(snapshot, archive, tablesOf(features));
          await archive.addRows('removed_blobs', copied.notSeenIn(attempt));
          return { missing, unknownTables };
        });
        if (result) return result;
        await wait(NEXT_ATTEMPT_AFTER_MS);
      }
    } finally {
      copied.close();
    }
  });
}

/** Returns how many photos were not in the store. */
async function copyPhotos(
  snapshot: Snapshot,
  blobs: Blobs,
  archive: ArchiveWriter,
  copied: CopiedPhotos,
  attempt: number,
) {
  let missing = 0;
  for await (const row of snapshot.rows('files', HAS_BYTES)) {
    const path = String(row.path);
    if (copied.see(path, attempt)) continue;
    const bytes = await blobs.get(path);
    if (!bytes) missing++;
    else {
      await archive.addPhoto(path, bytes);
      copied.add(path, attempt);
    }
  }
  return missing;
}

/** Returns the tables of the database that this version does not know. */
async function copyRows(snapshot: Snapshot, archive: ArchiveWriter, tables: string[]) {
  const found = await snapshot.tables();
  // First, so that a restore can tell whether the rows fit before it reads any.
  for (const table of ['schema_migrations', ...tables]) {
    // An older database that was not migrated yet lacks the newer ones.
    if (!found.includes(table)) continue;
    await archive.addRows(table, snapshot.rows(table, table === 'files' ? HAS_BYTES : undefined));
  }
  const known = [...tables, ...Object.keys(tablesNotBackedUp)];
  return found.filter((table) => !known.includes(table));
}

type CopiedPhotos = ReturnType<typeof openCopiedPhotos>;

/** Remembers on disk which photos the archive holds, and in which attempt each was last named by a row. */
function openCopiedPhotos(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off;');
  database.exec('create table photos (path text primary key, attempt integer) without rowid');
  const update = database.prepare('update photos set attempt = ? where path = ?');
  const insert = database.prepare('insert into photos (path, attempt) values (?, ?)');
  return {
    /** Returns whether the archive holds it already. */
    see: (path: string, attempt: number) => update.run(attempt, path).changes > 0,
    add: (path: string, attempt: number) => insert.run(path, attempt),
    /** Lists photos that were removed after they had been copied. */
    notSeenIn: (attempt: number) =>
      database.prepare('select path from photos where attempt < ?').iterate(attempt),
    close: () => database.close(),
  };
}
