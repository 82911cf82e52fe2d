import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import type { Database } from '#server/database/database.ts';
import { type BackupTable, type Schema, tables } from '#server/database/schema.ts';
import type { Blobs } from '#server/files/blobs.ts';

type Snapshot = { [Table in BackupTable]: Schema[Table][] };

const LOOKS = 5;

/**
 * One file with every row and every photo, the same for both engines. The server may run meanwhile: rows are read
 * in one transaction, and a photo that is removed before it could be copied only means another look.
 */
export async function backUp(database: Database, blobs: Blobs, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    await mkdir(join(folder, 'files'));
    const { snapshot, missing } = await snapshotWithPhotos(database, blobs, folder);
    for (const table of tables)
      await writeFile(join(folder, `${table}.jsonl`), snapshot[table].map(asLine).join(''));
    await pack(folder, resolve(file));
    return {
      users: snapshot.users.length,
      notes: snapshot.notes.length,
      photos: snapshot.files.length - missing,
      missing,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is still missing after some looks was lost before; the rest is worth keeping all the same. */
async function snapshotWithPhotos(database: Database, blobs: Blobs, folder: string) {
  const copied = new Set<string>();
  for (let look = 1; ; look++) {
    const snapshot = await readTables(database);
    const missing = await copyPhotos(snapshot, copied, blobs, folder);
    if (missing === 0 || look === LOOKS) return { snapshot, missing };
  }
}

function readTables({ query, engine }: Database) {
  const transaction = query.transaction();
  return (
    engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  ).execute(async (query) => {
    const snapshot: Record<string, unknown[]> = {};
    for (const table of tables)
      snapshot[table] = await query.selectFrom(table).selectAll().execute();
    const { files, ...others } = snapshot as Snapshot;
    return { ...others, files: files.filter(({ removed_at }) => !removed_at) };
  });
}

async function copyPhotos({ files }: Snapshot, copied: Set<string>, blobs: Blobs, folder: string) {
  let missing = 0;
  for (const { path } of files) {
    if (copied.has(path)) continue;
    const bytes = await blobs.get(path);
    if (!bytes) missing++;
    else {
      await writeFile(join(folder, 'files', path), bytes);
      copied.add(path);
    }
  }
  return missing;
}

/** Under its name only when it is whole. */
async function pack(folder: string, file: string) {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.part`;
  try {
    await pipeline(
      create({ cwd: folder, gzip: true, portable: true }, ['.']),
      createWriteStream(unfinished, { flush: true }),
    );
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

const asLine = (row: object) => `${JSON.stringify(row)}\n`;
