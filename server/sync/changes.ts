import type { Database, InTransaction } from '#server/database/database.ts';
import { sessionEnded } from '#server/errors/errors.ts';
import { prepareDeletions } from './deletions.ts';
import { prepareReading, type SyncedTable } from './read-changes.ts';

export type Changes = ReturnType<typeof createChanges>;

type Write<T> = (query: InTransaction, seq: number) => Promise<T>;

/** Records and reads the changes of each user's synced rows, in the order of their commits. */
export function createChanges({
  database,
  synced,
  announce,
}: {
  database: Database;
  synced: SyncedTable[];
  /** Called after the commit of each write. */
  announce(userId: string, seq: number): void;
}) {
  const { query, prepare, inTurn } = database;
  const advance = prepare((query, value) =>
    query
      .updateTable('users')
      .set(({ eb }) => ({ change_seq: eb('change_seq', '+', value<number>('count')) }))
      .where('id', '=', value('userId'))
      .returning('change_seq'),
  );

  return {
    /**
     * Runs a write of one user's rows in a transaction. `seq` is the number of the change: store it in the row.
     * Announces the change after the commit.
     */
    write: <T>(userId: string, work: Write<T>) => inTurn(userId, () => writeInTurn(userId, work)),

    /** Runs a write like `write`, inside work that the user's other writes already wait for. */
    writeInTurn,

    reserve,
    ...prepareDeletions(database),
    ...prepareReading(database, synced),
  };

  async function writeInTurn<T>(userId: string, work: Write<T>) {
    const { result, seq } = await query.transaction().execute(async (query) => {
      const seq = await reserve(query, userId);
      return { seq, result: await work(query, seq) };
    });
    announce(userId, seq);
    return result;
  }

  /**
   * Reserves the next numbers of a user, and returns the first. Locks the user's row until the transaction ends:
   * numbers become visible in the order of commits, so a device that has read up to a number has missed nothing. Call
   * it before locking other rows, so that two writes of one user cannot deadlock.
   */
  async function reserve(query: InTransaction, userId: string, count = 1) {
    const [user] = await advance({ userId, count }, query);
    // The account was deleted while the request was under way.
    if (!user) throw sessionEnded();
    return user.change_seq - count + 1;
  }
}
