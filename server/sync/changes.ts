import { sql } from 'kysely';
import { fromNow, now } from '#server/clock.ts';
import { readBooleans } from '#server/database/booleans.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound, sessionEnded } from '#server/errors.ts';
import { DELETION_LIFETIME_DAYS } from '#shared/sync.ts';
import { prepareRestore, restorableUntil } from './restorable-rows.ts';

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

type Item = { id: string; version: number; seq: number };

type Deletion = {
  user_id: string;
  entity: keyof Schema;
  row: { id: string };
  /** Chosen by the client, to name the deletion from which it restores the row. */
  deletion_id?: string | undefined;
  seq: number;
};

/** The rows of each kind that one response contains at most. */
const ROWS_PER_RESPONSE = 200;
/** A person's newest deletions. A device that misses an older one loads the lists again. */
const DELETIONS_PER_USER = 10_000;
const SWEPT_AT_ONCE = 1000;
/** How many deletions are recorded for each time that the oldest are forgotten, on average. */
const PRUNE_EVERY = 100;

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
  const { query, prepare } = database;
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
  const findDeletion = prepare((query, value) =>
    query
      .selectFrom('deletions')
      .select('id')
      .where('entity', '=', value<keyof Schema>('entity'))
      .where('id', '=', value('id')),
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
    async write<T>(userId: string, work: (query: InTransaction, seq: number) => Promise<T>) {
      const { result, seq } = await query.transaction().execute(async (query) => {
        const seq = await reserve(query, userId);
        return { seq, result: await work(query, seq) };
      });
      announce(userId, seq);
      return result;
    },

    reserve,

    /**
     * Records a deletion, so that other devices delete their copy and a late request cannot create the row again. Keeps
     * the row for some minutes, in which `restore` returns it.
     */
    async recordDeletion(query: InTransaction, { row, ...deletion }: Deletion) {
      await query
        .insertInto('deletions')
        .values({
          ...deletion,
          id: row.id,
          deleted_at: now(),
          kept_row: JSON.stringify(row),
          kept_until: restorableUntil(),
        })
        .execute();
      // By chance, because a client chooses which of its numbers are deletions.
      if (Math.random() < 1 / PRUNE_EVERY) await prune(query, deletion.user_id);
    },

    restore: prepareRestore(database),

    /** Throws if a row with this id was deleted before. */
    async checkNotDeleted(query: InTransaction, entity: keyof Schema, id: string) {
      const [deleted] = await findDeletion({ entity, id }, query);
      if (deleted) throw notFound();
    },

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

    /** Forgets old deletions. */
    async sweep() {
      const before = fromNow({ days: -DELETION_LIFETIME_DAYS });
      for (;;) {
        const oldest = query
          .selectFrom('deletions')
          .select(['user_id', 'seq'])
          .where('deleted_at', '<', before)
          .orderBy('deleted_at')
          .limit(SWEPT_AT_ONCE);
        const owners = await query
          .selectFrom(oldest.as('oldest'))
          .select(({ fn }) => ['user_id', fn.max('seq').as('seq')])
          .groupBy('user_id')
          .execute();
        for (const { user_id, seq } of owners)
          await query.transaction().execute((query) => forget(query, user_id, seq));
        if (owners.length === 0) return;
      }
    },
  };

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

  /** Keeps the newest deletions of a person, however many were made. */
  async function prune(query: InTransaction, userId: string) {
    const oldest = await query
      .selectFrom('deletions')
      .select('seq')
      .where('user_id', '=', userId)
      .orderBy('seq', 'desc')
      .offset(DELETIONS_PER_USER)
      .limit(1)
      .executeTakeFirst();
    if (oldest) await forget(query, userId, oldest.seq);
  }

  /** Forgets the deletions up to a number. Devices that know less start again. */
  async function forget(query: InTransaction, userId: string, seq: number) {
    await query
      .updateTable('users')
      .set({ complete_since_seq: seq })
      .where('id', '=', userId)
      .where('complete_since_seq', '<', seq)
      .execute();
    await query
      .deleteFrom('deletions')
      .where('user_id', '=', userId)
      .where('seq', '<=', seq)
      .execute();
  }
}

/** Returns the number of the last row if there may be more rows after it. */
function lastIfCutOff(rows: { seq: number }[]) {
  return rows.length === ROWS_PER_RESPONSE ? (rows.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY;
}
