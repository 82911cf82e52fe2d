import { fromNow, now } from '#server/clock/clock.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { notFound } from '#server/errors/errors.ts';
import { RESTORABLE_MINUTES } from '#shared/sync.ts';

/** Returns the time until which a row that is deleted now can be restored. */
export const restorableUntil = () => fromNow({ minutes: RESTORABLE_MINUTES });

/** Returns a function that finds the row to restore. */
export function prepareRestore({ prepare }: Pick<Database, 'prepare'>) {
  const find = prepare((query, value) =>
    query
      .selectFrom('deletions')
      .select(['user_id', 'deletion_id', 'kept_row', 'kept_until'])
      .where('entity', '=', value<keyof Schema>('entity'))
      .where('id', '=', value('id')),
  );

  /**
   * Forgets the deletion of a row, and returns the deleted row. Returns undefined if it is not deleted, because the
   * request was repeated or the deletion never arrived. Throws if it is too late, or if another deletion is meant.
   */
  return async <Row>(
    query: InTransaction,
    { entity, id, user_id, deletion_id }: Restored,
  ): Promise<Row | undefined> => {
    const [deletion] = await find({ entity, id }, query);
    if (!deletion) return undefined;
    const { kept_row, kept_until } = deletion;
    const isMeant = deletion_id === undefined || deletion_id === deletion.deletion_id;
    const isRestorable = kept_row !== null && kept_until !== null && kept_until > now();
    if (deletion.user_id !== user_id || !isMeant || !isRestorable) throw notFound();
    await query.deleteFrom('deletions').where('entity', '=', entity).where('id', '=', id).execute();
    return JSON.parse(kept_row);
  };
}

type Restored = {
  entity: keyof Schema;
  id: string;
  user_id: string;
  /** The deletion to undo. Without it, the last one is undone. */
  deletion_id: string | undefined;
};

/** Deletes the content of rows that can no longer be restored. */
export async function expireRestorableRows(query: Query) {
  await query
    .updateTable('deletions')
    .set({ kept_row: null, kept_until: null })
    .where('kept_until', '<=', now())
    .execute();
}
