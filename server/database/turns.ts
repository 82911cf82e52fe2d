import type { InTransaction, Query } from './database.ts';
import { createWriteQueue } from './write-queue.ts';

/** More than the devices of one person send at once. */
const WAITING_PER_PERSON_MAX = 100;

/**
 * Lets the writes of one person take turns in this process. Each would lock the person's row, so that the others would
 * wait for it in the database: on PostgreSQL with a connection of the pool each, until nobody else gets one; on SQLite
 * in the queue of all writes. One that waits for longer than a statement may wait for a lock fails.
 */
export function createTurns(query: Query, limitMs: number) {
  const lines = new Map<string, ReturnType<typeof createWriteQueue>>();

  return {
    inTurn,

    transactionOf: <T>(userId: string, work: (query: InTransaction) => Promise<T>) =>
      inTurn(userId, () => query.transaction().execute(work)),
  };

  async function inTurn<T>(userId: string, work: () => Promise<T>) {
    const line = lines.get(userId) ?? createWriteQueue(WAITING_PER_PERSON_MAX);
    lines.set(userId, line);
    await line.enter(performance.now() + limitMs);
    try {
      return await work();
    } finally {
      line.leave();
      if (!line.isTaken()) lines.delete(userId);
    }
  }
}
