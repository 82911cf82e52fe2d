import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import type { Transaction } from './user-database.ts';

/*
 * Stores items from server responses. Responses can arrive out of order, so each is stored with the number of the
 * latest change it contains, and an older response never replaces a newer one.
 */

/**
 * Stores the response to a list request and deletes everything it does not contain. After a reset the change numbers of
 * stored items are meaningless, and the list replaces all items.
 */
export async function storeList(
  transaction: Transaction,
  kind: ItemKind,
  { items, seq, at, isReset }: { items: Item[]; seq: number; at: string; isReset: boolean },
) {
  const stored = new Map(
    (await transaction.getAll('items', [kind.many])).map((one) => [one.id, one]),
  );
  const listed = new Set(items.map(({ id }) => id));
  const isOlder = (knownAt: number) => isReset || knownAt <= seq;
  for (const { id, item, seq: knownAt } of stored.values())
    if (!listed.has(id) && isOlder(knownAt)) await deleteItem(transaction, kind, item);
  for (const item of items) {
    const before = stored.get(item.id);
    if (!before || isOlder(before.seq)) await put(transaction, kind, item, seq, before?.item);
  }
  await transaction.put('cursors', { entity: kind.many, seq, at });
}

/** Stores one response of `GET /api/changes`. */
export async function storeChanges(
  transaction: Transaction,
  kind: ItemKind,
  { items, deleted, seq, at }: { items: Item[]; deleted: string[]; seq: number; at: string },
) {
  for (const item of items) {
    const before = await transaction.get('items', [kind.many, item.id]);
    if (!before || before.seq <= seq) await put(transaction, kind, item, seq, before?.item);
  }
  for (const id of deleted) {
    const before = await transaction.get('items', [kind.many, id]);
    // An item known from a later change was restored since.
    if (before && before.seq <= seq) await deleteItem(transaction, kind, before.item);
    await markCreated(transaction, kind, id);
  }
  await transaction.put('cursors', { entity: kind.many, seq, at });
}

/** Returns the number of the latest change that is stored; undefined before the first list is loaded. */
export const knownSeq = async ({ get }: Transaction, { many }: ItemKind) =>
  (await get('cursors', [many]))?.seq;

/** Stores the item that the server returned to this device's request, which made the change `seq` if that is known. */
export async function storeItem(
  transaction: Transaction,
  kind: ItemKind,
  item: Item,
  seq?: number,
) {
  const before = await transaction.get('items', [kind.many, item.id]);
  const known = await knownSeq(transaction, kind);
  // If all changes up to `seq` are known and the item is missing, it was deleted later.
  const isNew = seq !== undefined && (known === undefined || known < seq);
  const isNewer = before !== undefined && before.item.version < item.version;
  if (!isNew && !isNewer) return;
  await put(transaction, kind, item, seq ?? before?.seq ?? 0, before?.item);
}

/** Deletes an item that the server no longer has. */
export async function deleteStored(transaction: Transaction, kind: ItemKind, id: string) {
  const before = await transaction.get('items', [kind.many, id]);
  if (before) await deleteItem(transaction, kind, before.item);
}

/** Records that an unsent new item reached the server, because it was deleted there. */
async function markCreated({ get, put }: Transaction, { many }: ItemKind, id: string) {
  const entry = await get('outbox', [many, id]);
  if (entry && !entry.base && !entry.mayExist) await put('outbox', { ...entry, mayExist: true });
}

async function put(
  transaction: Transaction,
  kind: ItemKind,
  item: Item,
  seq: number,
  before: Item | undefined,
) {
  if (before?.photo_path && before.photo_path !== item.photo_path)
    await transaction.delete('thumbnails', [before.photo_path]);
  const order = -Date.parse(item.created_at);
  await transaction.put('items', { entity: kind.many, id: item.id, item, seq, order });
}

async function deleteItem(transaction: Transaction, { many }: ItemKind, item: Item) {
  await transaction.delete('items', [many, item.id]);
  if (item.photo_path) await transaction.delete('thumbnails', [item.photo_path]);
}
