import { sql } from 'kysely';
import { fromNow, now } from '#server/clock.ts';
import type { InTransaction, Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { badFields, notFound } from '#server/errors.ts';
import { UNUSED_UPLOAD_LIFETIME_HOURS } from '#shared/constants.ts';
import { fieldMessages } from '#shared/messages.ts';

/** A column that holds the path of a photo. While a row names a photo there, the photo is in use. */
export type PhotoColumn = {
  table: keyof Schema;
  column: string;
  /** What else a row must show when it loses its photo, so that clients notice the change. */
  versionColumn?: string;
  updatedAtColumn?: string;
};

export type PhotoOwnership = ReturnType<typeof createPhotoOwnership>;

/** Decides which photos are in use, from the columns that hold photos. */
export function createPhotoOwnership(columns: PhotoColumn[]) {
  return {
    /**
     * Call it in the transaction that writes a row, after the write, when its photo changes. Rejects a photo that is
     * not this person's, and removes the previous one when no other row shows it. Files are locked in the order of
     * their paths, so that two changes at once cannot wait for each other.
     */
    async changePhoto(
      query: InTransaction,
      userId: string,
      { from, to }: { from: string | null; to: string | null },
    ) {
      if (from === to) return;
      const paths = [from, to].filter((path) => path !== null).sort();
      for (const path of paths)
        if (path === to) await claim(query, userId, path);
        else await release(query, path);
    },

    /** Deletes this person's photo: rows that showed it then have none. */
    async removePhoto(query: InTransaction, userId: string, path: string) {
      const removed = await query
        .updateTable('files')
        .set({ removed_at: now() })
        .where('path', '=', path)
        .where('user_id', '=', userId)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (removed.numUpdatedRows === 0n) throw notFound();
      for (const column of columns) await clear(query, column, path);
    },

    /** A day after they were uploaded or last claimed, so that a form left open keeps its photo. */
    async removeUnused(query: Query) {
      const since = fromNow({ hours: -UNUSED_UPLOAD_LIFETIME_HOURS });
      await query
        .updateTable('files')
        .set({ removed_at: now() })
        .where('removed_at', 'is', null)
        .where((where) => where(where.fn.coalesce('used_at', 'created_at'), '<', since))
        .where(sql<boolean>`not ${isShown()}`)
        .execute();
    },
  };

  async function claim(query: InTransaction, userId: string, path: string) {
    const claimed = await query
      .updateTable('files')
      .set({ used_at: now() })
      .where('path', '=', path)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) throw badFields({ photo_path: fieldMessages.photoNotYours });
  }

  /**
   * Marks the photo as removed, then takes that back when a row still shows it. In this order: the first statement
   * waits for whoever is claiming the photo, and only a statement after that sees the row they saved.
   */
  async function release(query: InTransaction, path: string) {
    const marked = await query
      .updateTable('files')
      .set({ removed_at: now() })
      .where('path', '=', path)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return;
    await query
      .updateTable('files')
      .set({ removed_at: null })
      .where('path', '=', path)
      .where(isShown())
      .execute();
  }

  function isShown() {
    const shown = columns.map(
      ({ table, column }) =>
        sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('files.path')})`,
    );
    // Without any columns, nothing is shown.
    return sql<boolean>`(${sql.join([sql`false`, ...shown], sql` or `)})`;
  }
}

/** Marks everything this person uploaded; the rows go with the account. */
export async function releaseAllPhotos(query: InTransaction, userId: string) {
  await query
    .insertInto('removed_blobs')
    .columns(['path'])
    .expression((of) => of.selectFrom('files').select('path').where('user_id', '=', userId))
    .execute();
}

async function clear(
  query: InTransaction,
  { table, column, versionColumn, updatedAtColumn }: PhotoColumn,
  path: string,
) {
  const changes = [sql`${sql.ref(column)} = null`];
  if (versionColumn) changes.push(sql`${sql.ref(versionColumn)} = ${sql.ref(versionColumn)} + 1`);
  if (updatedAtColumn) changes.push(sql`${sql.ref(updatedAtColumn)} = ${now()}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(column)} = ${path}`.execute(
    query,
  );
}
