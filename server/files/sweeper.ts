import { startWorker } from '#server/background/worker.ts';
import type { ClockGuard } from '#server/clock/clock-guard.ts';
import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import { expireRestorableRows } from '#server/sync/restorable-rows.ts';
import { PHOTO_WIDTHS_PX } from '#shared/constants.ts';
import { type Blobs, isBlobName } from './blobs.ts';
import { expireRestorablePhotos, type PhotoOwnership } from './ownership.ts';
import { resizedName } from './store.ts';

const INTERVAL_MS = 10 * 60 * 1000;
const RETRY_AFTER_MS = 10 * 60 * 1000;
const UNFINISHED_EVERY_MS = 24 * 60 * 60 * 1000;
const BATCH = 200;
/** Failures after which a run stops: if the store is unreachable, the other photos wait for the next run. */
const MAX_FAILURES_PER_RUN = 10;

/** Starts the worker that removes unused uploads, the bytes of removed photos, and what can no longer be restored. */
export function startSweeper({
  query,
  blobs,
  ownership,
  clockGuard,
  log,
  cleanUpAtStart,
}: {
  query: Query;
  blobs: Blobs;
  ownership: PhotoOwnership;
  clockGuard: Pick<ClockGuard, 'allowsDeletion'>;
  log: Log;
  /** Cleans up after an interrupted restore. Only at the start: later, a restore may be running. */
  cleanUpAtStart(): Promise<void>;
}) {
  let isCleanedUp = false;
  let unfinishedDueAt = 0;
  /** When to try again to remove the photos that failed. Until then they do not delay others. */
  const retryAt = new Map<string, number>();

  return startWorker({
    name: 'sweeper',
    everyMs: INTERVAL_MS,
    log,
    async work(stopping) {
      if (!isCleanedUp) await cleanUpAtStart();
      isCleanedUp = true;
      const mayDeleteByAge = await clockGuard.allowsDeletion();
      if (mayDeleteByAge) {
        await ownership.removeUnused(query);
        await expireRestorablePhotos(query);
        await expireRestorableRows(query);
      }
      await removeBlobs(stopping);
      if (stopping() || !mayDeleteByAge || Date.now() < unfinishedDueAt) return;
      await blobs.removeUnfinished();
      unfinishedDueAt = Date.now() + UNFINISHED_EVERY_MS;
    },
  });

  async function removeBlobs(stopping: () => boolean) {
    for (const [path, time] of retryAt) if (time <= Date.now()) retryAt.delete(path);
    let failures = 0;
    let lastPath = '';
    for (;;) {
      const paths = await removedPaths(query, lastPath);
      for (const path of paths) {
        if (stopping()) return;
        if (retryAt.has(path) || (await tryToRemove(path))) continue;
        if (++failures === MAX_FAILURES_PER_RUN) return;
      }
      if (paths.length < BATCH) return;
      lastPath = paths.at(-1) as string;
    }
  }

  async function tryToRemove(path: string) {
    try {
      await removeBlob(query, blobs, path);
      return true;
    } catch (error) {
      log.warn({ err: error, worker: 'sweeper', path, msg: 'A photo could not be removed.' });
      retryAt.set(path, Date.now() + RETRY_AFTER_MS);
      return false;
    }
  }
}

async function removedPaths(query: Query, after: string) {
  const rows = await query
    .selectFrom('files')
    .select('path')
    .where('removed_at', 'is not', null)
    .where('kept_until', 'is', null)
    .where('path', '>', after)
    .union(query.selectFrom('removed_blobs').select('path').where('path', '>', after))
    .orderBy('path')
    .limit(BATCH)
    .execute();
  return rows.map(({ path }) => path);
}

/** Removes a photo with its resized copies. Deletes its row last, so that the next run tries again after a failure. */
async function removeBlob(query: Query, blobs: Blobs, path: string) {
  const names = [...PHOTO_WIDTHS_PX.map((width) => resizedName(path, width)), path];
  // A row of a restored backup may contain a name that the store rejects, and under which nothing is stored.
  for (const name of names.filter(isBlobName)) await blobs.remove(name);
  for (const table of ['files', 'removed_blobs'] as const)
    await query.deleteFrom(table).where('path', '=', path).execute();
}
