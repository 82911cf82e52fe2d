import { fromNow } from '#server/clock/clock.ts';
import type { Query } from '#server/database/database.ts';

/** Ends the time in which deleted rows can be restored. */
export async function expireRestorable(query: Query) {
  for (const table of ['files', 'deletions'] as const)
    await query
      .updateTable(table as 'files')
      .set({ kept_until: fromNow({ minutes: -1 }) })
      .where('kept_until', 'is not', null)
      .execute();
}

/** Ends that time, and removes the photos that no row contains. */
export async function sweepRestorable({
  running,
}: {
  running: { database: { query: Query }; wakeSweeper(): Promise<void> };
}) {
  await expireRestorable(running.database.query);
  await running.wakeSweeper();
}
