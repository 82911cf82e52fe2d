import { ArrowUp } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '#client/components/button.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { useKeptFocus, useRecordLostFocus } from '#client/page/use-kept-focus.ts';
import {
  countNewAtStart,
  type ItemGroup,
  type PlacedGroup,
  placeGroups,
  placeOf,
  rangesWithin,
  rowsToRender,
} from './grid-rows.ts';
import { useGridView } from './use-grid-view.ts';
import { useStableScroll } from './use-stable-scroll.ts';
import './virtual-grid.css';

/**
 * Shows a long list as a grid that scrolls with the window. Renders only the rows near the visible area, so all items
 * must have the same height. The number of columns and the height come from the styles of `className`. Each group is a
 * separate list below its heading; all headings are rendered, because screen reader users jump between them.
 *
 * What is being read does not move: while the start of the list is out of view, new items are held back, and a button
 * with `newItemsLabel` shows them. A new `selection`, for example after a search, scrolls to the start.
 */
export function VirtualGrid<Item extends { id: string }>({
  items,
  groupItems,
  selection,
  label,
  className,
  newItemsLabel,
  children,
}: {
  items: Item[];
  /** Divides the items into groups. */
  groupItems: (items: Item[]) => ItemGroup[];
  /** Identifies which items are shown, and in which order. */
  selection: string;
  label: string;
  /** Must make the list a grid. */
  className: string;
  newItemsLabel: (count: number) => string;
  /** Renders the content of an item. */
  children: (item: Item) => ReactNode;
}) {
  const grid = useRef<HTMLDivElement>(null);
  const itemCounts = useRef<number[]>([]);
  const [view, updateView] = useGridView(grid, itemCounts);
  const { columns, rowPx, gapPx, topRow } = view;
  const { shown, heldBack } = useHeldBack(items, topRow >= 0);
  const groups = useMemo(() => groupItems(shown), [groupItems, shown]);
  const counts = groups.map(({ count }) => count);
  useLayoutEffect(() => {
    itemCounts.current = counts;
  });
  const placed = placeGroups(counts, view);
  useStableScroll(grid, { items: shown, groups: placed, selection, view, updateView });

  const lostId = useKeptFocus(grid, shown);

  // Stays rendered, because a removed element loses focus, and a dialog may return focus to it.
  const [lastFocusedId, setLastFocusedId] = useState<string>();
  const keptIndex = lastFocusedId ? shown.findIndex(({ id }) => id === lastFocusedId) : -1;
  const last = placed.at(-1);
  const ranges = rowsToRender({
    ...view,
    rowCount: last ? last.firstRow + last.rowCount : 0,
    keptRow: keptIndex < 0 ? undefined : placeOf(placed, keptIndex, view)?.row,
  });

  return (
    <div>
      <div role="status" className="new-items">
        {heldBack > 0 && <NewItemsButton>{newItemsLabel(heldBack)}</NewItemsButton>}
      </div>
      {/* useStableScroll replaces the browser's scroll anchoring, which only some browsers have. */}
      <div ref={grid} className="grid-groups" style={{ overflowAnchor: 'none' }}>
        {groups.map(({ heading }, index) => {
          const group = placed[index] as PlacedGroup;
          const parts = rangesWithin(ranges, group);
          const end = parts.at(-1)?.end ?? 0;
          const hiddenPx = (group.rowCount - end) * rowPx;
          return (
            <div key={heading}>
              <h2 className={heading ? 'grid-heading' : 'sr-only'}>{heading || label}</h2>
              <ul
                className={className}
                aria-label={heading ? `${label}, ${heading}` : label}
                // Without any row, there is no gap above the hidden ones.
                style={{ paddingBottom: end > 0 ? hiddenPx : hiddenPx - gapPx }}
              >
                {parts.flatMap(({ start, end }, part) => {
                  const marginTop = (start - (parts[part - 1]?.end ?? 0)) * rowPx;
                  const first = group.firstItem + start * columns;
                  const next = group.firstItem + Math.min(end * columns, group.itemCount);
                  return shown.slice(first, next).map((item, place) => (
                    <GridItem
                      key={item.id}
                      id={item.id}
                      lostId={lostId}
                      aria-posinset={start * columns + place + 1}
                      aria-setsize={group.itemCount}
                      style={place < columns ? { marginTop } : undefined}
                      onFocus={() => setLastFocusedId(item.id)}
                    >
                      {children(item)}
                    </GridItem>
                  ));
                })}
              </ul>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function GridItem({
  id,
  lostId,
  ...item
}: ComponentProps<'li'> & { id: string; lostId: RefObject<string | undefined> }) {
  const element = useRef<HTMLLIElement>(null);
  useRecordLostFocus(element, id, lostId);
  return <li ref={element} data-id={id} {...item} />;
}

/** Scrolls to the start of the page, where new items are not held back. */
function NewItemsButton({ children }: { children: ReactNode }) {
  return (
    <Button
      ref={useFocusHeadingOnUnmount<HTMLButtonElement>()}
      onClick={() => scrollTo({ top: 0, behavior: 'instant' })}
    >
      <ArrowUp aria-hidden className="size-4" />
      {children}
    </Button>
  );
}

/** Returns the items to show, and how many new ones at the start are held back. */
function useHeldBack<Item extends { id: string }>(items: Item[], isHolding: boolean) {
  // Includes removed items: an item whose deletion is undone is not new.
  const [shownIds] = useState(() => new Set<string>());
  const held = useMemo(() => {
    const heldBack = isHolding ? countNewAtStart(items, shownIds) : 0;
    return { heldBack, shown: heldBack > 0 ? items.slice(heldBack) : items };
  }, [items, isHolding, shownIds]);
  useEffect(() => {
    for (const { id } of held.shown) shownIds.add(id);
  }, [held.shown, shownIds]);
  return held;
}
