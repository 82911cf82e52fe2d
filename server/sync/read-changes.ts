import { sql } from 'kysely';
import { readBooleans } from '#server/database/booleans.ts';
import type { Database } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { sessionEnded } from '#server/errors/errors.ts';
import { countFitting } from '#server/http/page-bytes.ts';

/**
 * A table whose rows are copied to every device of their owner. It has the columns `id`, `user_id`, `version`,
 * `updated_at` and `seq`, and an index on `user_id` and `seq`.
 */
export type SyncedTable = {
  table: keyof Schema;
  /** The columns that are sent, `id` and `version` among them. */
  columns: readonly string[];
  /** The sent columns that contain booleans. */
  booleans: readonly string[];
};

type Item = { id: string; version: number; seq: number };

/** Maximum number of rows of each kind in a response. Fewer if they exceed the bytes of a page. */
const ROWS_PER_RESPONSE = 200;

/** Prepares the statements that read a user's changes. */
export function prepareReading({ prepare }: Pick<Database, 'prepare'>, synced: SyncedTable[]) {
  const findLatest = prepare((query, value) =>
    query
      .selectFrom('users')
      .select(['change_seq', 'complete_since_seq'])
      .where('id', '=', value('userId')),
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
     * Returns the number of the latest change. Read it before the rows of a list: then later changes are sent again.
     */
    latest: async (userId: string) => (await state(userId)).change_seq,

    /** Reads what changed after `since`, oldest first, as much as fits into a response. */
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
      // Deletions may have been forgotten while they were read.
      if (since < (await state(userId)).complete_since_seq) return reset;
      const read = [deletions, ...tables.map(({ rows }) => rows)];
      // If one source was cut off, the others must not be read further.
      const seq = Math.min(latest, ...read.map(lastIfCutOff), lastThatFits(read.flat()));
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

  async function state(userId: string) {
    const [user] = await findLatest({ userId });
    if (!user) throw sessionEnded();
    return user;
  }
}

/** Returns the number of the last row if more rows may follow, otherwise infinity. */
function lastIfCutOff(rows: { seq: number }[]) {
  return rows.length === ROWS_PER_RESPONSE ? (rows.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY;
}

/** Returns the number up to which rows fit into a response: at least the first number, which several rows may share. */
function lastThatFits(rows: { seq: number }[]) {
  const inOrder = rows.toSorted((a, b) => a.seq - b.seq);
  const beyond = inOrder[countFitting(inOrder)];
  return beyond ? Math.max(beyond.seq - 1, inOrder[0]?.seq ?? 0) : Number.POSITIVE_INFINITY;
}
