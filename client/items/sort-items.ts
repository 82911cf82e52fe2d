import type { Found } from '#client/search/search-index.ts';
import { type Item, newestBy } from '#client/sync/item.ts';

/** The orders by date, which every list has. The first is the default. */
export const DATE_SORTS = ['created', 'edited'] as const;

/** A sort order that a feature adds. This device remembers the `name` of the chosen order. */
export type ItemSort<T extends object = Item> = {
  name: string;
  label: string;
  /** Returns a negative number if the first item comes first. Ties are sorted newest first. */
  compare: (a: T, b: T) => number;
};

/** Which items a list shows. `name` differs for each choice of the user. */
export type ItemFilter<T extends object = Item> = {
  name: string;
  accepts: (item: T) => boolean;
  /** Shows all items again. */
  clear: () => void;
};

export const isDateSort = (sort: string) => DATE_SORTS.some((one) => one === sort);

/** Returns the date that items are sorted by, or the date that a card shows in another order. */
export const dateOf = (item: Item, sort: string) =>
  sort === 'edited' ? item.updated_at : item.created_at;

/** Sorts items that are already sorted by creation, newest first. */
export function sortItems(items: Item[], sort: string, own?: Pick<ItemSort, 'compare'>): Item[] {
  if (own) return [...items].sort(own.compare);
  return sort === 'created' ? items : [...items].sort(newestBy('updated_at'));
}

/** Returns the items that match both the filter and the search. */
export function narrowItems(
  items: Item[],
  filter: Pick<ItemFilter, 'accepts'> | undefined,
  found?: Pick<Found, 'ids'>,
): Item[] {
  if (!filter && !found) return items;
  return items.filter(
    (item) => (!filter || filter.accepts(item)) && (!found || found.ids.has(item.id)),
  );
}
