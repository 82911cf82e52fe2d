import { fromNow, now } from './clock.ts';
import type { Query } from './database/database.ts';
import type { Log } from './log.ts';

export type ClockGuard = ReturnType<typeof createClockGuard>;

/** Longer than a server is usually off, shorter than the lifetime of a session. */
const LARGEST_JUMP_DAYS = 21;
/** A clock that stays ahead for this long is accepted: the server really was off. */
const ACCEPTED_AFTER_HOURS = 24;

/**
 * Prevents a clock that is far ahead, for example after a start with a wrong date, from deleting everything that seems
 * to have expired. Compares it with the time that was last stored in the database.
 */
export function createClockGuard(query: Query, log: Log) {
  /** When the clock was first seen ahead. A jump may also happen while the server runs. */
  let aheadSince: number | undefined;

  return {
    /** Returns whether rows may be deleted because of their age. */
    async allowsDeletion() {
      const lastSeen = await readLastSeen(query);
      if (lastSeen && lastSeen < fromNow({ days: -LARGEST_JUMP_DAYS })) {
        if (aheadSince === undefined)
          log.warn({
            msg: 'the clock is far ahead: deletion of expired data is paused',
            now: now(),
            last_seen: lastSeen,
          });
        aheadSince ??= performance.now();
        if (performance.now() - aheadSince <= ACCEPTED_AFTER_HOURS * 60 * 60 * 1000) return false;
      }
      aheadSince = undefined;
      await writeLastSeen(query);
      return true;
    },
  };
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
