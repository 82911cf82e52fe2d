import { fromNow, now } from '#server/clock/clock.ts';
import type { InTransaction, Query } from '#server/database/database.ts';
import { conflict } from '#server/errors/errors.ts';
import type { PortableItem } from '#shared/export.ts';
import { exportErrors } from '#shared/export-messages.ts';

/** How long uncompleted imports, their photos, and results of completed imports are kept. */
const LIFETIME_HOURS = 24;
/** Read at once. On SQLite, others wait for it. */
const ITEMS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1024 * 1024;

/** A user's import: the parts numbered below `parts`. */
export type StagedImport = { userId: string; id: string; parts: number };

/** Stores a part of an import, or replaces the one with its number. Deletes the user's other imports. */
export async function stagePart(
  query: InTransaction,
  { userId, id }: Omit<StagedImport, 'parts'>,
  { part, entity, items }: { part: number; entity: string; items: PortableItem[] },
) {
  await query
    .deleteFrom('imports')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('import_id', '<', id),
        where('import_id', '>', id),
        where.and([where('import_id', '=', id), where('part', '=', part)]),
      ]),
    )
    .execute();
  // If there are more parts, it is another import.
  await query
    .deleteFrom('import_results')
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .execute();
  const json = JSON.stringify(items);
  await query
    .insertInto('imports')
    .values({
      user_id: userId,
      import_id: id,
      part,
      entity,
      items: json,
      item_count: items.length,
      size_bytes: Buffer.byteLength(json),
      created_at: now(),
    })
    .execute();
}

/** Counts a user's staged items of a kind, and the bytes of all kinds. */
export async function countStaged(query: Query, userId: string, entity: string) {
  const { items, bytes } = await query
    .selectFrom('imports')
    .select(({ fn }) => [
      fn.sum<number | null>('item_count').filterWhere('entity', '=', entity).as('items'),
      fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { items: items ?? 0, bytes: bytes ?? 0 };
}

/** Throws if a part of an import is missing. */
export async function checkStaged(query: Query, { userId, id, parts }: StagedImport) {
  const { staged } = await query
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('staged'))
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .where('part', '<', parts)
    .executeTakeFirstOrThrow();
  if (staged !== parts) throw conflict(exportErrors.importIncomplete, {});
}

/** Reads the items of an import, many at a time even if its parts are small. */
export async function* readStaged(query: Query, { userId, id, parts }: StagedImport) {
  const ofImport = query
    .selectFrom('imports')
    .where('user_id', '=', userId)
    .where('import_id', '=', id);
  const sizes = await ofImport
    .select(['part', 'item_count', 'size_bytes'])
    .where('part', '<', parts)
    .orderBy('part')
    .execute();
  for (const { first, last } of rangesOf(sizes)) {
    const staged = await ofImport
      .select(['entity', 'items'])
      .where('part', '>=', first)
      .where('part', '<=', last)
      .orderBy('part')
      .execute();
    for (const [entity, ofEntity] of Map.groupBy(staged, ({ entity }) => entity)) {
      const items = ofEntity.flatMap(({ items }) => JSON.parse(items) as PortableItem[]);
      // The account already had all of them when they were staged.
      if (items.length > 0) yield { entity, items };
    }
  }
}

/** Splits the numbers of parts into ranges that are read at once. */
function* rangesOf(sizes: { part: number; item_count: number; size_bytes: number }[]) {
  let range: { first: number; last: number } | undefined;
  let [items, bytes] = [0, 0];
  for (const { part, item_count, size_bytes } of sizes) {
    items += item_count;
    bytes += size_bytes;
    if (range && items <= ITEMS_AT_ONCE && bytes <= BYTES_AT_ONCE) range.last = part;
    else {
      if (range) yield range;
      range = { first: part, last: part };
      [items, bytes] = [item_count, size_bytes];
    }
  }
  if (range) yield range;
}

export async function forgetStaged(query: Query, { userId, id }: Omit<StagedImport, 'parts'>) {
  await query
    .deleteFrom('imports')
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .execute();
}

/** Stores the result of an import, for a completion that is repeated because its response was lost. */
export async function storeResult(
  query: InTransaction,
  { userId, id }: StagedImport,
  added: number,
) {
  const result = { import_id: id, added, created_at: now() };
  await query
    .insertInto('import_results')
    .values({ user_id: userId, ...result })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(result))
    .execute();
}

/** Returns the result of an import if it was the last one that the user completed. */
export const findResult = (query: Query, { userId, id }: StagedImport) =>
  query
    .selectFrom('import_results')
    .select('added')
    .where('user_id', '=', userId)
    .where('import_id', '=', id)
    .executeTakeFirst();

/** Deletes uncompleted imports and the results of the others after their lifetime. */
export async function sweepStaged(query: Query) {
  const before = fromNow({ hours: -LIFETIME_HOURS });
  for (const table of ['imports', 'import_results'] as const)
    await query.deleteFrom(table).where('created_at', '<', before).execute();
}
