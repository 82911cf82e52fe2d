import type { InTransaction } from '#server/database/database.ts';
import { sessionEnded } from '#server/errors.ts';

/**
 * Reserves the next numbers of a person's sequence of changes, and returns the first. Locks the person's row until the
 * transaction ends: numbers become visible in the order of commits, so a device that has read up to one misses nothing.
 * Call it before other rows are locked, so that two writes of one person cannot wait for each other.
 */
export async function nextSeq(query: InTransaction, userId: string, count = 1) {
  const user = await query
    .updateTable('users')
    .set(({ eb }) => ({ change_seq: eb('change_seq', '+', count) }))
    .where('id', '=', userId)
    .returning('change_seq')
    .executeTakeFirst();
  // The account was deleted while the request was under way.
  if (!user) throw sessionEnded();
  return user.change_seq - count + 1;
}
