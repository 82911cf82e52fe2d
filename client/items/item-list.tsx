import { memo, type ReactNode, useCallback } from 'react';
import { groupByMonth } from '#client/grid/month-groups.ts';
import { VirtualGrid } from '#client/grid/virtual-grid.tsx';
import { useMediaQuery } from '#client/hooks/use-media-query.ts';
import type { Found } from '#client/search/search-index.ts';
import type { Item } from '#client/sync/item.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import { type CardContent, type ItemActions, ItemCard } from './item-card.tsx';
import { useKind } from './kind-context.ts';
import { dateOf, type ItemFilter, type ItemSort, isDateSort } from './sort-items.ts';

/** When items are cards instead of rows. item-cards.css repeats it. */
const CARDS = '(min-width: 48rem) and (max-width: 63.99rem) and (min-height: 30rem)';

/** What a feature may add to its item screen. */
export type Additions<T extends object = Item> = {
  content?: CardContent<T>;
  /** Renders the content above the list, with all items once they are loaded. */
  summary?: (items: T[] | undefined) => ReactNode;
  /** Sort orders in addition to the orders by date. Define them outside of the component or memoize them. */
  sorts?: ItemSort<T>[];
  /** Selects the items to show; without it, all items are shown. */
  filter?: ItemFilter<T>;
};

export type ListProps = Pick<Additions, 'content'> & {
  items: Item[];
  entries: ReadonlyMap<string, OutboxEntry>;
  /** The ids of the items with unsaved changes. */
  draftIds: ReadonlySet<string>;
  selectedId: string | undefined;
  actions: ItemActions;
};

/**
 * Shows items; in an order by date, below the name of their month. Does not re-render while the user types in the
 * search field above it.
 */
export const ItemList = memo(function ItemList({
  items,
  entries,
  draftIds,
  sort,
  found,
  selection,
  selectedId,
  content,
  actions,
}: ListProps & {
  sort: string;
  found: Found | undefined;
  /** Identifies which items are shown, and in which order. */
  selection: string;
}) {
  const { messages: m } = useKind();
  const areCards = useMediaQuery(CARDS);
  const groupItems = useCallback(
    (shown: Item[]) =>
      isDateSort(sort)
        ? groupByMonth(shown, (item) => dateOf(item, sort))
        : [{ heading: '', count: shown.length }],
    [sort],
  );
  return (
    <VirtualGrid
      items={items}
      groupItems={groupItems}
      selection={selection}
      label={m.heading}
      className="item-grid"
      newItemsLabel={m.newItems}
    >
      {(item) => (
        <ItemCard
          item={item}
          entry={entries.get(item.id)}
          hasDraft={draftIds.has(item.id)}
          isSelected={item.id === selectedId}
          sort={sort}
          found={found}
          content={content}
          areActionsTabStops={areCards}
          actions={actions}
        />
      )}
    </VirtualGrid>
  );
});
