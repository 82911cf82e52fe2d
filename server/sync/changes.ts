import { sql } from 'kysely';
import { readBooleans } from '#server/database/booleans.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { sessionEnded } from '#server/errors.ts';
import { prepareDeletions } from './deletions.ts';

/**
 * A table whose rows are copied to every device of their owner. It has the columns `id`, `user_id`, `version`,
 * `updated_at` and `seq`, and an index on `user_id` and `seq`.
 */
export type SyncedTable = {
  table: keyof Schema;
  /** The columns that are sent, `id` and `version` among them. */
  columns: readonly string[];
  /** Those of them that contain booleans. */
  booleans: readonly string[];
};

export type Changes = ReturnType<typeof createChanges>;

type Write<T> = (query: InTransaction, seq: number) => Promise<T>;

type Item = { id: string; version: number; seq: number };

/** The rows of each kind that one response contains at most. */
const ROWS_PER_RESPONSE = 200;

/** Records and reads the changes of each person's synced rows, in the order of their commits. */
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
  const findLatest = prepare((query, value) =>
    query
      .selectFrom('users')
      .select(['change_seq', 'complete_since_seq'])
      .where('id', '=', value('userId')),
  );
  const advance = prepare((query, value) =>
    query
      .updateTable('users')
      .set(({ eb }) => ({ change_seq: eb('change_seq', '+', value<number>('count')) }))
      .where('id', '=', value('userId'))
      .returning('change_seq'),
  );
  const readDeletions = prepare((query, value) =>
    query
      .selectFrom('deletions')
      .select(['entity', 'id', 'seq'])
      .where('user_id', '=', value('userId'))
      .where('seq', '>', value<number>('since'))
      .where('seq', '<=', value<number>('latest'))
      .orderBy('seq')
      .limit(sql.lit(ROWS_PER_RESPONSE)),
  );
  const sources = synced.map(({ table, columns, booleans }) => ({
    table,
    booleans,
    readItems: prepare((query, value) => {
      const names = [...columns, 'seq'].map((column) => sql.ref(column));
      const select = sql<Item>`
        select ${sql.join(names)} from ${sql.table(table)}
        where user_id = ${value('userId')} and seq > ${value('since')} and seq <= ${value('latest')}
        order by seq limit ${sql.lit(ROWS_PER_RESPONSE)}`;
      return { compile: () => select.compile(query) };
    }),
  }));

  return {
    /**
     * Runs a write of one person's rows in a transaction. `seq` is the number of the change: store it in the row that
     * is written. Announces the change after the commit.
     */
    write: <T>(userId: string, work: Write<T>) => inTurn(userId, () => writeInTurn(userId, work)),

    /** Runs a write as `write` does, in work that the person's other writes already wait for. */
    writeInTurn,

    reserve,
    ...prepareDeletions(database),

    /** Returns the number of the latest change. Read it before the rows of a list: later changes are then sent again. */
    latest: async (userId: string) => (await state(userId)).change_seq,

    /** Reads what changed after `since`, oldest first, as much as fits in one response. */
    async read(userId: string, since: number) {
      const { change_seq: latest, complete_since_seq } = await state(userId);
      const reset = { changes: {}, seq: latest, more: false, reset: true };
      // A larger number comes from before a restored backup.
      if (since < complete_since_seq || since > latest) return reset;

      const range = { userId, since, latest };
      const deletions = await readDeletions(range);
      const tables = await Promise.all(
        sources.map(async ({ table, booleans, readItems }) => ({
          table,
          rows: readBooleans(await readItems(range), booleans),
        })),
      );
      // Some may have been forgotten while they were read.
      if (since < (await state(userId)).complete_since_seq) return reset;
      // Where a source was cut off, the others must not be read further than that.
      const seq = Math.min(
        latest,
        ...[deletions, ...tables.map(({ rows }) => rows)].map(lastIfCutOff),
      );
      const changes = tables.map(({ table, rows }) => [
        table,
        {
          items: rows.filter((row) => row.seq <= seq).map(({ seq: _, ...item }) => item),
          deleted: deletions
            .filter((row) => row.entity === table && row.seq <= seq)
            .map(({ id }) => id),
        },
      ]);
      return { changes: Object.fromEntries(changes), seq, more: seq < latest, reset: false };
    },
  };

  async function writeInTurn<T>(userId: string, work: Write<T>) {
    const { result, seq } = await query.transaction().execute(async (query) => {
      const seq = await reserve(query, userId);
      return { seq, result: await work(query, seq) };
    });
    announce(userId, seq);
    return result;
  }

  async function state(userId: string) {
    const [user] = await findLatest({ userId });
    if (!user) throw sessionEnded();
    return user;
  }

  /**
   * Reserves the next numbers of a person, and returns the first. Locks the person's row until the transaction ends:
   * numbers become visible in the order of commits, so a device that has read up to one misses nothing. Call it before
   * other rows are locked, so that two writes of one person cannot wait for each other.
   */
  async function reserve(query: InTransaction, userId: string, count = 1) {
    const [user] = await advance({ userId, count }, query);
    // The account was deleted while the request was under way.
    if (!user) throw sessionEnded();
    return user.change_seq - count + 1;
  }
}

/** Returns the number of the last row if there may be more rows after it. */
function lastIfCutOff(rows: { seq: number }[]) {
  return rows.length === ROWS_PER_RESPONSE ? (rows.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY;
}
