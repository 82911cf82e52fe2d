import { sql } from 'kysely';
import { fromNow, now } from '#server/clock/clock.ts';
import type { InTransaction, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { badFields, notFound } from '#server/errors/errors.ts';
import type { Changes } from '#server/sync/changes.ts';
import type { SyncedTable } from '#server/sync/read-changes.ts';
import { restorableUntil } from '#server/sync/restorable-rows.ts';
import { UNUSED_UPLOAD_LIFETIME_HOURS } from '#shared/constants.ts';
import { fieldMessages } from '#shared/messages.ts';

/** A column that contains the path of a photo. A photo is in use while a row contains its path. */
export type PhotoColumn = {
  table: keyof Schema;
  column: string;
};

const CHECKED_AT_ONCE = 500;

export type PhotoOwnership = ReturnType<typeof createPhotoOwnership>;

/** Tracks which photos are in use, from the columns that contain photos. */
export function createPhotoOwnership(
  columns: PhotoColumn[],
  synced: SyncedTable[],
  changes: Pick<Changes, 'reserve'>,
) {
  return {
    /**
     * Updates the usage of photos after a row changed its photo or was deleted. Call it in the transaction that writes
     * the row, after the write. Throws if the photo belongs to someone else. Removes the previous photo if no other row
     * contains it: it can no longer be read, but its bytes stay for some minutes, because `restorePhoto` may restore it
     * with a deleted row. Locks files in the order of their paths to avoid deadlocks.
     */
    async changePhoto(
      query: InTransaction,
      userId: string,
      { from, to }: { from: string | null; to: string | null },
    ) {
      if (from === to) return;
      const paths = [from, to].filter((path) => path !== null).sort();
      for (const path of paths)
        if (path === to) await claim(query, userId, [path]);
        else await release(query, path);
    },

    /** Adds photos that new rows contain. Throws if one of them is gone or belongs to someone else. */
    async claimPhotos(query: InTransaction, userId: string, paths: string[]) {
      const distinct = [...new Set(paths)];
      for (let start = 0; start < distinct.length; start += CHECKED_AT_ONCE)
        await claim(query, userId, distinct.slice(start, start + CHECKED_AT_ONCE));
    },

    /** Restores the photo of a restored row. Returns its path, or null if its bytes are gone. */
    async restorePhoto(query: InTransaction, userId: string, path: string | null) {
      const restored = await query
        .updateTable('files')
        .set({ removed_at: null, kept_until: null, used_at: now() })
        .where('path', '=', path ?? '')
        .where('user_id', '=', userId)
        .where((where) =>
          where.or([where('removed_at', 'is', null), where('kept_until', 'is not', null)]),
        )
        .executeTakeFirst();
      return restored.numUpdatedRows > 0n ? path : null;
    },

    /** Removes a photo of this user, and its path from every row. `seq` is the number of the first change. */
    async removePhoto(query: InTransaction, userId: string, path: string, seq: number) {
      const removed = await query
        .updateTable('files')
        .set({ removed_at: now() })
        .where('path', '=', path)
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (removed.numUpdatedRows === 0n) throw notFound();
      let next = seq;
      for (const column of columns) {
        const isSynced = synced.some(({ table }) => table === column.table);
        if (isSynced) next += await clearSynced(query, column, path, next);
        else await clear(query, column, path);
      }
      if (next > seq + 1) await changes.reserve(query, userId, next - seq - 1);
    },

    /** Removes photos that no row contains, a day after upload or last use: an open form may still contain them. */
    async removeUnused(query: Query) {
      const since = fromNow({ hours: -UNUSED_UPLOAD_LIFETIME_HOURS });
      for (let last = ''; ; ) {
        // In batches, because other writes have to wait.
        const checked = await query
          .selectFrom('files')
          .select('path')
          .where('path', '>', last)
          .orderBy('path')
          .limit(CHECKED_AT_ONCE)
          .execute();
        const end = checked.at(-1)?.path;
        if (end === undefined) return;
        await query
          .updateTable('files')
          .set({ removed_at: now() })
          .where('path', '>', last)
          .where('path', '<=', end)
          .where('removed_at', 'is', null)
          .where((where) => where(where.fn.coalesce('used_at', 'created_at'), '<', since))
          .where(sql<boolean>`not ${isShown()}`)
          .execute();
        last = end;
      }
    },
  };

  async function claim(query: InTransaction, userId: string, paths: string[]) {
    const claimed = await query
      .updateTable('files')
      .set({ used_at: now() })
      .where('path', 'in', paths)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (Number(claimed.numUpdatedRows) < paths.length)
      throw badFields({ photo_path: fieldMessages.photoNotYours });
  }

  /**
   * Marks a photo as removed, then removes the mark if a row still contains the photo. In this order, because the first
   * statement waits for transactions that use the photo, and only a later statement sees their rows.
   */
  async function release(query: InTransaction, path: string) {
    const marked = await query
      .updateTable('files')
      .set({ removed_at: now(), kept_until: restorableUntil() })
      .where('path', '=', path)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    await query
      .updateTable('files')
      .set({ removed_at: null, kept_until: null })
      .where('path', '=', path)
      .where(isShown())
      .execute();
  }

  function isShown() {
    const shown = columns.map(
      ({ table, column }) =>
        sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('files.path')})`,
    );
    // Without such columns, no photo is in use.
    return sql<boolean>`(${sql.join([sql`false`, ...shown], sql` or `)})`;
  }
}

/**
 * Gives up the bytes of removed photos whose row can no longer be restored. A single statement decides between
 * restoring a photo and removing its bytes: afterwards no row can claim it.
 */
export async function expireRestorablePhotos(query: Query) {
  await query
    .updateTable('files')
    .set({ kept_until: null })
    .where('kept_until', '<=', now())
    .execute();
}

/** Marks all photos of this user as removed. Their rows are deleted with the account. */
export async function releaseAllPhotos(query: InTransaction, userId: string) {
  await query
    .insertInto('removed_blobs')
    .columns(['path'])
    .expression((of) => of.selectFrom('files').select('path').where('user_id', '=', userId))
    .execute();
}

async function clear(query: InTransaction, { table, column }: PhotoColumn, path: string) {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${path}`.execute(
    query,
  );
}

/** Clears a column of a synced table. Each changed row gets its own number. Returns the number of changed rows. */
async function clearSynced(
  query: InTransaction,
  { table, column }: PhotoColumn,
  path: string,
  firstSeq: number,
) {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)}
    set ${sql.ref(column)} = null, version = version + 1, updated_at = ${now()}, seq = ${firstSeq} + numbered.number
    from (
      select id as numbered_id, row_number() over (order by id) - 1 as number
      from ${sql.table(table)} where ${sql.ref(column)} = ${path}
    ) as numbered
    where id = numbered.numbered_id`.execute(query);
  return Number(numAffectedRows);
}
