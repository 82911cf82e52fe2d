import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import { fromNow, now } from './clock.ts';

export type ClockGuard = ReturnType<typeof createClockGuard>;

/** Longer than a server is usually off, shorter than the lifetime of a session. */
const LARGEST_JUMP_DAYS = 21;
/** A clock that stays there for this long is accepted: the server really was off, or was ahead before. */
const ACCEPTED_AFTER_HOURS = 24;

/**
 * Prevents a clock that is far ahead, for example after a start with a wrong date, from deleting everything that seems
 * to have expired, and one that is far behind from shortening everything that seems to last too long. Compares it with
 * the time that was last stored in the database.
 */
export function createClockGuard(query: Query, log: Log) {
  /** When the clock was first seen far ahead or behind. A jump may also happen while the server runs. */
  let implausibleSince: number | undefined;

  return {
    /** Returns whether rows may be deleted because of their age, or get an earlier end. */
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

/** Says where the clock is, if that is far from the time that was last seen. */
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
