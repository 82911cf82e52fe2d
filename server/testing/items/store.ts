import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import { now } from '#server/clock.ts';
import type { InTransaction } from '#server/database/database.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { FeatureDependencies } from '#server/feature.ts';
import type { Cursor } from '#server/http/paged-response.ts';
import { PAGE_MAX_ROWS } from '#shared/pages.ts';
import type { Item, itemChange, itemDeletion, newItem } from './contract.ts';

export const itemColumns = [
  'id',
  'title',
  'text',
  'photo_path',
  'created_at',
  'updated_at',
  'version',
] as const;

/** Stores items as a real feature would, with versions and photos. */
export function createItems({
  database: { engine, query },
  ownership,
  changes,
}: Pick<FeatureDependencies, 'database' | 'ownership' | 'changes'>) {
  return {
    page: (userId: string, last?: Cursor) =>
      query
        .selectFrom('items')
        .select(itemColumns)
        .where('user_id', '=', userId)
        .$if(last !== undefined, (select) =>
          select.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('created_at', 'id'),
              '<',
              tuple((last as Cursor).created_at, (last as Cursor).id),
            ),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(PAGE_MAX_ROWS)
        .execute(),

    create: (userId: string, { id, title, text, photo_path = null }: InferOutput<typeof newItem>) =>
      changes.write(userId, async (query, seq) => {
        if (id) await changes.checkNotDeleted(query, 'items', id);
        const time = now();
        const created = await query
          .insertInto('items')
          .values({
            id: id ?? randomUUID(),
            user_id: userId,
            title,
            text,
            photo_path,
            version: 1,
            created_at: time,
            updated_at: time,
            seq,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning(itemColumns)
          .executeTakeFirst();
        // The same request arrived before. If the id belongs to someone else, find() throws 404.
        if (!created) return { item: await find(query, userId, id as string), seq };
        await ownership.changePhoto(query, userId, { from: null, to: photo_path });
        return { item: created, seq };
      }),

    update: (
      userId: string,
      id: string,
      { title, text, photo_path, version }: InferOutput<typeof itemChange>,
    ) =>
      changes.write(userId, async (query, seq) => {
        const current = await find(query, userId, id);
        checkVersion(current, version);
        const photo = photo_path === undefined ? current.photo_path : photo_path;
        const updated = await query
          .updateTable('items')
          .set({
            title,
            text,
            photo_path: photo,
            version: current.version + 1,
            updated_at: now(),
            seq,
          })
          .where('id', '=', id)
          .returning(itemColumns)
          .executeTakeFirstOrThrow();
        await ownership.changePhoto(query, userId, { from: current.photo_path, to: photo });
        return { item: updated, seq };
      }),

    remove: (
      userId: string,
      id: string,
      { version, deletion: deletion_id }: InferOutput<typeof itemDeletion>,
    ) =>
      changes.write(userId, async (query, seq) => {
        const row = await find(query, userId, id);
        checkVersion(row, version);
        await query.deleteFrom('items').where('id', '=', id).execute();
        const deletion = { user_id: userId, entity: 'items' as const, row, deletion_id, seq };
        await changes.recordDeletion(query, deletion);
        await ownership.changePhoto(query, userId, { from: row.photo_path, to: null });
      }),

    restore: (userId: string, id: string, deletion_id?: string) =>
      changes.write(userId, async (query, seq) => {
        const deletion = { user_id: userId, entity: 'items' as const, id, deletion_id };
        const deleted = await changes.restore<Item>(query, deletion);
        if (!deleted) return { item: await find(query, userId, id), seq };
        const photo_path = await ownership.restorePhoto(query, userId, deleted.photo_path);
        const item = await query
          .insertInto('items')
          .values({
            ...deleted,
            user_id: userId,
            photo_path,
            version: deleted.version + 1,
            updated_at: now(),
            seq,
          })
          .returning(itemColumns)
          .executeTakeFirstOrThrow();
        return { item, seq };
      }),
  };

  /** Throws if the item is not the version that was edited or deleted. */
  function checkVersion(item: Item, version: number | undefined) {
    if (version !== undefined && version !== item.version)
      throw conflict('This item was changed.', { item });
  }

  /** Finds an item and locks its row until the transaction ends. */
  async function find(query: InTransaction, userId: string, id: string): Promise<Item> {
    const item = await query
      .selectFrom('items')
      .select(itemColumns)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .$if(engine === 'postgres', (select) => select.forUpdate())
      .executeTakeFirst();
    if (!item) throw notFound();
    return item;
  }
}
