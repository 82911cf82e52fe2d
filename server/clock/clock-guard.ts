import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import { fromNow, now } from './clock.ts';

export type ClockGuard = ReturnType<typeof createClockGuard>;

/** Longer than a server is usually off, shorter than a session's lifetime. */
const LARGEST_JUMP_DAYS = 21;
/** A jump that lasts this long is accepted: the server was off, or its clock was wrong before. */
const ACCEPTED_AFTER_HOURS = 24;

/**
 * Compares the clock with the time that was last stored in the database. While it is far ahead, for example after a
 * start with a wrong date, nothing that seems expired is deleted; while it is far behind, nothing that seems to last
 * too long is shortened.
 */
export function createClockGuard(query: Query, log: Log) {
  /** When the clock was first seen far ahead or behind. A jump may also happen while the server runs. */
  let implausibleSince: number | undefined;

  return {
    /** Tells whether rows may be deleted because of their age, or get an earlier end. */
    async allowsDeletion() {
      const lastSeen = await readLastSeen(query);
      const where = lastSeen && farFrom(lastSeen);
      if (where) {
        if (implausibleSince === undefined)
          log.warn({
            msg: `the clock is far ${where}: deletion of expired data is paused`,
            now: now(),
            last_seen: lastSeen,
          });
        implausibleSince ??= performance.now();
        if (performance.now() - implausibleSince <= ACCEPTED_AFTER_HOURS * 60 * 60 * 1000)
          return false;
      }
      implausibleSince = undefined;
      await writeLastSeen(query);
      return true;
    },
  };
}

/** Tells whether the clock is far ahead of or behind the time that was last seen. */
function farFrom(lastSeen: string) {
  if (lastSeen < fromNow({ days: -LARGEST_JUMP_DAYS })) return 'ahead';
  return lastSeen > fromNow({ days: LARGEST_JUMP_DAYS }) ? 'behind' : undefined;
}

const LAST_SEEN = 'clock-last-seen';

async function readLastSeen(query: Query) {
  const row = await query
    .selectFrom('server_state')
    .select('value')
    .where('name', '=', LAST_SEEN)
    .executeTakeFirst();
  return row?.value;
}

async function writeLastSeen(query: Query) {
  const value = now();
  await query
    .insertInto('server_state')
    .values({ name: LAST_SEEN, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
