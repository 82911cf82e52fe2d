import { fromNow, now } from '#server/clock/clock.ts';
import type { Database, InTransaction } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound } from '#server/errors/errors.ts';
import { DELETION_LIFETIME_DAYS } from '#shared/sync.ts';
import { prepareRestore, restorableUntil } from './restorable-rows.ts';

type Deletion = {
  user_id: string;
  entity: keyof Schema;
  row: { id: string; version: number };
  /** Identifies the deletion, so that it can be undone. Chosen by the client. */
  deletion_id?: string | undefined;
  seq: number;
};

/** Maximum number of recorded deletions per user. A device that missed an older one loads the lists again. */
const DELETIONS_PER_USER = 10_000;
const SWEPT_AT_ONCE = 1000;
/** How many deletions are recorded, on average, until the oldest are forgotten. */
const PRUNE_EVERY = 100;

/** Returns the functions that record, check, undo and forget the deletions of synced rows. */
export function prepareDeletions(database: Database) {
  const { query, prepare } = database;
  const findDeletion = prepare((query, value) =>
    query
      .selectFrom('deletions')
      .select('id')
      .where('entity', '=', value<keyof Schema>('entity'))
      .where('id', '=', value('id')),
  );

  return {
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
          version: row.version,
          deleted_at: now(),
          kept_row: JSON.stringify(row),
          kept_until: restorableUntil(),
        })
        .execute();
      // At random, because a client can choose which of its numbers are deletions.
      if (Math.random() < 1 / PRUNE_EVERY) await prune(query, deletion.user_id);
    },

    restore: prepareRestore(database),

    /** Throws if a row with this id was deleted before. */
    async checkNotDeleted(query: InTransaction, entity: keyof Schema, id: string) {
      const [deleted] = await findDeletion({ entity, id }, query);
      if (deleted) throw notFound();
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
          await database.urgentTransactionOf(user_id, (query) => forget(query, user_id, seq));
        if (owners.length === 0) return;
      }
    },
  };
}

/** Forgets all but the newest deletions of a user. */
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

/** Forgets the deletions up to a number. Devices that are behind it start again. */
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
