import { fromNow, now } from '#server/clock.ts';
import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { startWorker } from '#server/worker.ts';
import { PHOTO_WIDTHS_PX, UNUSED_UPLOAD_LIFETIME_HOURS } from '#shared/constants.ts';
import type { Blobs } from './blobs.ts';
import { narrowName } from './store.ts';

const LOOK_EVERY_MS = 10 * 60 * 1000;

/** Removes uploads that nothing shows, and the bytes of files that were removed. */
export function startSweeper(query: Query, blobs: Blobs, log: Log) {
  return startWorker({
    name: 'sweeper',
    everyMs: LOOK_EVERY_MS,
    log,
    async work(stopping) {
      await markUnused(query);
      for (const path of await removedPaths(query)) {
        if (stopping()) return;
        await removeBlob(query, blobs, path);
      }
    },
  });
}

/** A day after they were made or last shown, so that a form left open keeps its photo. */
async function markUnused(query: Query) {
  const since = fromNow({ hours: -UNUSED_UPLOAD_LIFETIME_HOURS });
  await query
    .updateTable('files')
    .set({ removed_at: now() })
    .where('removed_at', 'is', null)
    .where((where) => where(where.fn.coalesce('used_at', 'created_at'), '<', since))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('notes').select('id').whereRef('photo_path', '=', 'files.path'))),
    )
    .execute();
}

async function removedPaths(query: Query) {
  const rows = await query
    .selectFrom('files')
    .select('path')
    .where('removed_at', 'is not', null)
    .unionAll(query.selectFrom('removed_blobs').select('path'))
    .execute();
  return rows.map(({ path }) => path);
}

/** The row goes last: while a store is away, it is what the next look finds. */
async function removeBlob(query: Query, blobs: Blobs, path: string) {
  for (const width of PHOTO_WIDTHS_PX) await blobs.remove(narrowName(path, width));
  await blobs.remove(path);
  for (const table of ['files', 'removed_blobs'] as const)
    await query.deleteFrom(table).where('path', '=', path).execute();
}
