import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InTransaction, Query } from '#server/database/database.ts';

/** The copy of the previous data until they are replaced, and the folder in which it is written. */
const UNFINISHED = /^before-restore-\d+\.tgz\.(pending|part|pending\.part)$/;
const STORED_PHOTO = 'restored-photo:';
const PHOTOS_AT_ONCE = 500;

/** Names the copy of the previous data that a restore makes, also for the time before they are replaced. */
export function copyNames(dataDir: string) {
  const final = join(dataDir, `before-restore-${Date.now()}.tgz`);
  return { final, pending: `${final}.pending` };
}

/** Removes what a restore left that failed or was killed: the data were not replaced. */
export async function cleanUpInterruptedRestore(dataDir: string, query: Query) {
  for (const name of await readdir(dataDir).catch(() => []))
    if (UNFINISHED.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
  await query.transaction().execute(removeUnusedPhotos);
}

/** Remembers a photo before a restore stores it: no row names it yet, so nothing else would ever remove it. */
export async function rememberStoredPhoto(query: Query, path: string) {
  await query
    .insertInto('server_state')
    .values({ name: STORED_PHOTO + path, value: path })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Forgets the photos that a restore has stored, and gives those that no row names to the sweeper. Returns how many it
 * had remembered. They are forgotten first: while another transaction forgets them too, this waits for its end.
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
