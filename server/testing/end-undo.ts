import { fromNow } from '#server/clock.ts';
import type { Query } from '#server/database/database.ts';

/** Lets the time pass in which deletions can be undone. */
export async function expireDeletions(query: Query) {
  for (const table of ['files', 'deletions'] as const)
    await query
      .updateTable(table as 'files')
      .set({ kept_until: fromNow({ minutes: -1 }) })
      .where('kept_until', 'is not', null)
      .execute();
}

/** Lets that time pass, and removes the photos of deleted rows. */
export async function endUndo({
  running,
}: {
  running: { database: { query: Query }; wakeSweeper(): Promise<void> };
}) {
  await expireDeletions(running.database.query);
  await running.wakeSweeper();
}
