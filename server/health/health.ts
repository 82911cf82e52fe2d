import { randomBytes } from 'node:crypto';
import type { Database, Query } from '#server/database/database.ts';
import type { Blobs } from '#server/files/blobs.ts';
import packageJson from '../../package.json' with { type: 'json' };

type Outcome = 'ok' | 'failing';

const CHECK_LIMIT_MS = 3000;
const WRITE_CHECK_EVERY_MS = 2000;
// Larger than a usual write, so that the check fails before other writes do.
const WRITE_CHECK_BYTES = 32 * 1024;

export function createHealth({ query }: Database, blobs: Blobs) {
  const canWrite = createWriteCheck(query);
  let isDraining = false;
  return {
    version: packageJson.version,
    uptimeSeconds: () => Math.floor(process.uptime()),
    /** Marks the server as not ready, because it is about to stop. */
    drain() {
      isDraining = true;
    },
    isDraining: () => isDraining,
    async checkAll() {
      const [readable, writable, fileStore] = await Promise.all([
        outcome(query.selectFrom('write_check').select('id').execute()),
        canWrite(),
        outcome(blobs.check()),
      ]);
      const database: Outcome = readable === 'ok' ? writable : readable;
      return { database, fileStore };
    },
  };
}

/**
 * Checks that the database can be written, with a real write: a full or read-only disk is noticed only when a
 * transaction commits. Writes at most once per interval and returns the last result in between.
 */
function createWriteCheck(query: Query) {
  let dueAt = 0;
  let latest: Promise<Outcome> = Promise.resolve('ok');

  return () => {
    if (performance.now() < dueAt) return latest;
    // Until the write has ended.
    dueAt = Number.POSITIVE_INFINITY;
    const written = write(query).finally(() => {
      dueAt = performance.now() + WRITE_CHECK_EVERY_MS;
    });
    latest = outcome(written);
    return latest;
  };
}

async function write(query: Query) {
  // Different bytes each time: SQLite does not write an unchanged page.
  const filler = randomBytes(WRITE_CHECK_BYTES / 2).toString('hex');
  await query
    .insertInto('write_check')
    .values({ id: 1, filler })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ filler }))
    .execute();
}

/** Returns the outcome of a check. A check that takes too long counts as failed. */
async function outcome(check: Promise<unknown>): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  using _limit = setTimeout(resolve, CHECK_LIMIT_MS, 'failing');
  check.then(
    () => resolve('ok'),
    () => resolve('failing'),
  );
  return await promise;
}
