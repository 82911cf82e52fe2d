import { sql } from 'kysely';
import { startWorker } from '#server/background/worker.ts';
import { fromNow, now } from '#server/clock/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import type { DayOfActivity } from '#shared/admin.ts';
import { ACTIVITY_DAYS } from '#shared/constants.ts';

export type Activity = ReturnType<typeof startActivity>;

const STORE_EVERY_MS = 60 * 1000;
// Below the limit of both engines for values in one statement.
const STORED_AT_ONCE = 200;

/**
 * Records when users last used the app, and counts active users per day. A request only updates memory; a worker stores
 * the times once a minute, so that a busy user costs no more than a quiet one.
 */
export function startActivity({ query }: Pick<Database, 'query'>, log: Log) {
  /** When users were last seen, by user id, until it is stored. */
  const seen = new Map<string, string>();
  const worker = startWorker({ name: 'activity', everyMs: STORE_EVERY_MS, log, work: store });

  return {
    add: (userId: string) => void seen.set(userId, now()),
    store,
    history,

    /** Returns a function that looks up when a user was last seen. It may miss the last minute of other processes. */
    async lastSeen(ids: string[]) {
      const rows = await query
        .selectFrom('last_seen')
        .select(['user_id', 'seen_at'])
        .where('user_id', 'in', ids)
        .execute();
      const stored = new Map(rows.map(({ user_id, seen_at }) => [user_id, seen_at]));
      return (id: string) => seen.get(id) ?? stored.get(id) ?? null;
    },

    async sweep() {
      await query.deleteFrom('daily_activity').where('day', '<', firstDay()).execute();
    },

    async stop() {
      await worker.stop();
      // Without the database, the last minute is lost.
      await store().catch(() => {});
    },
  };

  /** Stores who was seen since the last run. */
  async function store() {
    // In a fixed order, so that two processes cannot deadlock.
    const ids = [...seen.keys()].sort();
    for (let start = 0; start < ids.length; start += STORED_AT_ONCE)
      await storeSome(ids.slice(start, start + STORED_AT_ONCE));
  }

  async function storeSome(ids: string[]) {
    const time = now();
    await query.transaction().execute(async (query) => {
      const firstToday = await query
        .insertInto('last_seen')
        .columns(['user_id', 'seen_at'])
        // Users may have been deleted since.
        .expression((of) =>
          of
            .selectFrom('users')
            .select((select) => ['id', select.val(time).as('seen_at')])
            .where('id', 'in', ids)
            .orderBy('id'),
        )
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ seen_at: time })
            .where('last_seen.seen_at', '<', dayOf(time)),
        )
        .returning('user_id')
        .execute();
      await query
        .updateTable('last_seen')
        .set({ seen_at: time })
        .where('user_id', 'in', ids)
        .where('seen_at', '<', time)
        .execute();
      if (firstToday.length === 0) return;
      await query
        .insertInto('daily_activity')
        .values({ day: dayOf(time), active: firstToday.length })
        .onConflict((conflict) =>
          conflict.column('day').doUpdateSet((set) => ({
            active: set('daily_activity.active', '+', set.ref('excluded.active')),
          })),
        )
        .execute();
    });
    // Users who were seen again during the write are stored next time.
    for (const id of ids) if ((seen.get(id) ?? '') <= time) seen.delete(id);
  }

  /** Returns the sign-ups and active users of each of the last days, oldest first. */
  async function history(): Promise<DayOfActivity[]> {
    const day = sql<string>`substr(created_at, 1, 10)`;
    const [signUps, active] = await Promise.all([
      query
        .selectFrom('users')
        .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
        .where('created_at', '>=', firstDay())
        .groupBy(day)
        .execute(),
      query
        .selectFrom('daily_activity')
        .select(['day', 'active as count'])
        .where('day', '>=', firstDay())
        .execute(),
    ]);
    const countOn = (day: string, counts: { day: string; count: number }[]) =>
      counts.find((one) => one.day === day)?.count ?? 0;
    return Array.from({ length: ACTIVITY_DAYS }, (_, index) => {
      const day = dayOf(fromNow({ days: index - ACTIVITY_DAYS + 1 }));
      return { day, sign_ups: countOn(day, signUps), active: countOn(day, active) };
    });
  }
}

const firstDay = () => dayOf(fromNow({ days: 1 - ACTIVITY_DAYS }));

/** Returns the day of a time, in UTC. As text, it sorts before every time on that day. */
const dayOf = (time: string) => time.slice(0, 10);
