import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { tablesNotBackedUp } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import type { Blobs } from '#server/files/blobs.ts';
import { tablesOf } from './format.ts';
import { readSnapshot, type Snapshot } from './read-rows.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

const ATTEMPTS = 5;
const NEXT_ATTEMPT_AFTER_MS = 200;
// The bytes of removed photos are deleted already, or soon will be.
const HAS_BYTES = 'removed_at is null';

/**
 * Writes every row and every photo to one file, in the same format for both engines. The server may keep running: one
 * transaction first copies the photos, then reads the rows. If a photo is missing because it was removed in between or
 * is still being uploaded, another attempt starts a new transaction and copies only new photos.
 */
export function backUp(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  blobs: Blobs,
  features: Pick<ServerFeature, 'tables'>[],
  file: string,
) {
  return writeArchive(file, async (archive, folder) => {
    using copied = openCopiedPhotos(join(folder, 'photos.db'));
    for (let attempt = 1; ; attempt++) {
      const result = await readSnapshot(config, async (snapshot) => {
        const missing = await copyPhotos(snapshot, blobs, archive, copied, attempt);
        // A photo that is still missing in the last attempt was lost before. The rest is backed up.
        if (missing > 0 && attempt < ATTEMPTS) return undefined;
        const unknownTables = await copyRows(snapshot, archive, tablesOf(features));
        await archive.addRows('removed_blobs', copied.notSeenIn(attempt));
        return { missing, unknownTables };
      });
      if (result) return result;
      await sleep(NEXT_ATTEMPT_AFTER_MS);
    }
  });
}

/** Copies the photos. Returns how many were not in the store. */
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

/** Copies the rows. Returns the tables that this version does not know. */
async function copyRows(snapshot: Snapshot, archive: ArchiveWriter, tables: string[]) {
  const found = await snapshot.tables();
  // Migrations first, so that a restore can check the schema before it reads other rows.
  for (const table of ['schema_migrations', ...tables]) {
    // A database that is not yet migrated lacks newer tables.
    if (!found.includes(table)) continue;
    await archive.addRows(table, snapshot.rows(table, table === 'files' ? HAS_BYTES : undefined));
  }
  const known = [...tables, ...Object.keys(tablesNotBackedUp)];
  return found.filter((table) => !known.includes(table));
}

type CopiedPhotos = ReturnType<typeof openCopiedPhotos>;

/** Records on disk which photos the archive contains, and in which attempt a row last contained each. */
function openCopiedPhotos(file: string) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off;');
  database.exec('create table photos (path text primary key, attempt integer) without rowid');
  const update = database.prepare('update photos set attempt = ? where path = ?');
  const insert = database.prepare('insert into photos (path, attempt) values (?, ?)');
  return {
    /** Marks a photo as seen in an attempt. Returns whether the archive already contains it. */
    see: (path: string, attempt: number) => update.run(attempt, path).changes > 0,
    add: (path: string, attempt: number) => insert.run(path, attempt),
    /** Lists the copied photos that were removed before an attempt. */
    notSeenIn: (attempt: number) =>
      database.prepare('select path from photos where attempt < ?').iterate(attempt),
    [Symbol.dispose]: () => database.close(),
  };
}
