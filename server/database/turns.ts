import { unavailable } from '#server/errors/errors.ts';
import type { InTransaction, Query } from './database.ts';
import { createWriteQueue } from './write-queue.ts';

/** More than the devices of one user send at once. */
const WAITING_PER_PERSON_MAX = 100;

/** `writes` is the queue of ordinary writes. Its first entry waits in `all`, together with urgent writes. */
type Lines = Record<'writes' | 'all', ReturnType<typeof createWriteQueue>>;

/**
 * Lets the writes of one user take turns in this process. Each locks the user's row, so the others would wait in the
 * database: on PostgreSQL each with a connection of the pool, until none is left for others; on SQLite in the queue of
 * all writes. A write that waits longer than a statement may wait for a lock gets 503.
 */
export function createTurns(query: Query, limitMs: number) {
  const linesOf = new Map<string, Lines>();

  return {
    inTurn: <T>(userId: string, work: () => Promise<T>) => enter(userId, ['writes', 'all'], work),

    transactionOf: <T>(userId: string, work: (query: InTransaction) => Promise<T>) =>
      enter(userId, ['writes', 'all'], () => query.transaction().execute(work)),

    urgentTransactionOf: <T>(userId: string, work: (query: InTransaction) => Promise<T>) =>
      enter(userId, ['all'], () => query.transaction().execute(work)),
  };

  async function enter<T>(userId: string, names: (keyof Lines)[], work: () => Promise<T>) {
    const lines = linesOf.get(userId) ?? {
      writes: createWriteQueue(WAITING_PER_PERSON_MAX),
      all: createWriteQueue(WAITING_PER_PERSON_MAX),
    };
    linesOf.set(userId, lines);
    const deadline = performance.now() + limitMs;
    const entered: (keyof Lines)[] = [];
    try {
      for (const name of names) {
        // Not an outage, which would be reported as an error.
        await lines[name].enter(deadline).catch(() => Promise.reject(unavailable()));
        entered.push(name);
      }
      return await work();
    } finally {
      for (const name of entered.toReversed()) lines[name].leave();
      if (!lines.all.isTaken() && !lines.writes.isTaken()) linesOf.delete(userId);
    }
  }
}
