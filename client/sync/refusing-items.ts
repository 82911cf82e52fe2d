import { referencesIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { Item } from './item.ts';
import { shownItem } from './outbox-entry.ts';
import type { UserDatabase } from './user-database.ts';

/** Counts, by kind, the items on this device that refer to an item and do not let it be deleted. */
export async function countRefusing(
  database: UserDatabase,
  kinds: readonly ItemKind[],
  { many }: ItemKind,
  { id }: Item,
): Promise<{ kind: ItemKind; count: number }[]> {
  const counts: { kind: ItemKind; count: number }[] = [];
  for (const kind of kinds) {
    const refusing = referencesIn(kind).filter(
      ({ to, whenDeleted }) => to === many && whenDeleted === 'refuse',
    );
    if (refusing.length === 0) continue;
    const items = await readShown(database, kind);
    // A reference of the item to itself goes with it.
    if (kind.many === many) items.delete(id);
    const refers = (item: Item) => refusing.some(({ name }) => item[name] === id);
    const count = [...items.values()].filter(refers).length;
    if (count > 0) counts.push({ kind, count });
  }
  return counts;
}

/** Reads the items of a kind as the user sees them, by id. */
async function readShown(database: UserDatabase, { many }: ItemKind) {
  const [stored, entries] = await database.read(['items', 'outbox'], ({ getAll }) =>
    Promise.all([getAll('items', [many]), getAll('outbox', [many])]),
  );
  const shown = new Map(stored.map(({ id, item }) => [id, item]));
  for (const entry of entries) {
    const item = shownItem(shown.get(entry.id), entry);
    if (item) shown.set(entry.id, item);
    else shown.delete(entry.id);
  }
  return shown;
}
