import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InTransaction, Query } from '#server/database/database.ts';

/** Names of the unfinished copy of the previous data, and of the folder in which it is written. */
const UNFINISHED = /^before-restore-\d+\.tgz\.(pending|part|pending\.part)$/;
const STORED_PHOTO = 'restored-photo:';
const PHOTOS_AT_ONCE = 500;

/** Returns the final and the temporary name of the copy of the previous data. */
export function copyNames(dataDir: string) {
  const final = join(dataDir, `before-restore-${Date.now()}.tgz`);
  return { final, pending: `${final}.pending` };
}

/** Removes what a failed or killed restore left behind without having replaced the data. */
export async function cleanUpInterruptedRestore(dataDir: string, query: Query) {
  for (const name of await readdir(dataDir).catch(() => []))
    if (UNFINISHED.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
  await query.transaction().execute(removeUnusedPhotos);
}

/** Records a photo before a restore stores it: no row contains it yet, so nothing else would ever remove it. */
export async function rememberStoredPhoto(query: Query, path: string) {
  await query
    .insertInto('server_state')
    .values({ name: STORED_PHOTO + path, value: path })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes the records of the photos that a restore has stored, and gives photos that no row contains to the sweeper.
 * Returns how many there were. Deletes the records first, which waits for another transaction that deletes them too.
 */
export async function removeUnusedPhotos(query: InTransaction) {
  const stored = query
    .selectFrom('server_state')
    .select('name')
    .where('name', 'like', `${STORED_PHOTO}%`)
    .limit(PHOTOS_AT_ONCE);
  for (let count = 0; ; ) {
    const paths = (
      await query
        .deleteFrom('server_state')
        .where('name', 'in', stored)
        .returning('value')
        .execute()
    ).map(({ value }) => value);
    if (paths.length === 0) return count;
    count += paths.length;
    const used = await query
      .selectFrom('files')
      .select('path')
      .where('path', 'in', paths)
      .execute();
    const unused = new Set(paths).difference(new Set(used.map(({ path }) => path)));
    if (unused.size > 0)
      await query
        .insertInto('removed_blobs')
        .values([...unused].map((path) => ({ path })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}
