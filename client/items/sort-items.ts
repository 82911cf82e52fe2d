import type { Found } from '#client/search/search-index.ts';
import type { Item } from '#client/sync/entity.ts';

/** The first is the default. */
export const ITEM_SORTS = ['created', 'edited'] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

/** Which items a list shows. `name` differs for each choice of the person. */
export type ItemFilter<T extends Item> = {
  name: string;
  accepts: (item: T) => boolean;
  /** Shows all items again. */
  clear: () => void;
};

/** Returns the date by which an item is sorted. */
export const dateOf = (item: Item, sort: ItemSort) =>
  sort === 'edited' ? item.updated_at : item.created_at;

/** Sorts items that are sorted by creation already, newest first. */
export const sortItems = <T extends Item>(items: T[], sort: ItemSort): T[] =>
  sort === 'created'
    ? items
    : [...items].sort((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id));

/** Returns the items that pass the filter and that a search has found. */
export function narrowItems<T extends Item>(
  items: T[],
  filter: Pick<ItemFilter<T>, 'accepts'> | undefined,
  found: Pick<Found, 'ids'> | undefined,
): T[] {
  if (!filter && !found) return items;
  return items.filter(
    (item) => (!filter || filter.accepts(item)) && (!found || found.ids.has(item.id)),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
