import { ArrowUp } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { useFocusHeadingOnUnmount } from './focus-heading.ts';
import { countNewAtStart, rowsToRender } from './grid-rows.ts';

/** The measured grid, and which part of it is visible. */
type View = {
  columns: number;
  /** The height of a row and the gap below it. */
  rowPx: number;
  /** The row at the top of the screen, -1 if the list begins below that. */
  topRow: number;
  screenRows: number;
  /** The scroll position of the window when this was measured. */
  scrollPx: number;
};

/** Rather too high: after going back, the browser restores a scroll position only if the page is high enough. */
const UNMEASURED: View = { columns: 1, rowPx: 500, topRow: -1, screenRows: 6, scrollPx: 0 };

/**
 * Shows a long list as a grid that scrolls with the window. Renders only the rows near the visible area, so all items
 * must have the same height. The number of columns and the height come from the styles of `className`.
 *
 * What is being read does not move: while the start of the list is out of view, new items at the start are held back,
 * and a button with `newItemsLabel` shows them.
 */
export function VirtualGrid<Item extends { id: string }>({
  items,
  label,
  className,
  newItemsLabel,
  children,
}: {
  items: Item[];
  label: string;
  /** Must make the list a grid. */
  className: string;
  newItemsLabel: (count: number) => string;
  /** Renders the content of an item. */
  children: (item: Item) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [view, updateView] = useView(list);
  const { columns, rowPx, topRow } = view;
  const { shown, heldBack } = useHeldBack(items, topRow >= 0);
  useStableScroll(shown, view, updateView);

  // Stays rendered, because an element that is removed loses focus, and a dialog may return focus to it.
  const [lastFocusedId, setLastFocusedId] = useState<string>();
  const keptIndex = lastFocusedId ? shown.findIndex(({ id }) => id === lastFocusedId) : -1;
  const rowCount = Math.ceil(shown.length / columns);
  const ranges = rowsToRender({
    ...view,
    rowCount,
    keptRow: keptIndex < 0 ? undefined : Math.floor(keptIndex / columns),
  });

  return (
    <div>
      <div role="status" className="new-items">
        {heldBack > 0 && <NewItemsButton>{newItemsLabel(heldBack)}</NewItemsButton>}
      </div>
      <ul
        ref={list}
        className={className}
        aria-label={label}
        style={{
          // useStableScroll replaces the browser's scroll anchoring, which only some browsers have.
          overflowAnchor: 'none',
          paddingBottom: (rowCount - (ranges.at(-1)?.end ?? 0)) * rowPx,
        }}
      >
        {ranges.flatMap(({ start, end }, range) => {
          const marginTop = (start - (ranges[range - 1]?.end ?? 0)) * rowPx;
          return shown.slice(start * columns, end * columns).map((item, index) => (
            <li
              key={item.id}
              aria-posinset={start * columns + index + 1}
              aria-setsize={shown.length}
              style={index < columns ? { marginTop } : undefined}
              onFocus={() => setLastFocusedId(item.id)}
            >
              {children(item)}
            </li>
          ));
        })}
      </ul>
    </div>
  );
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

/** Returns which part of the list is visible, and a function that measures it again. */
function useView(list: RefObject<HTMLUListElement | null>): [View, update: () => void] {
  const [view, setView] = useState(UNMEASURED);
  const update = useCallback(() => {
    const next = measure(list.current);
    if (next) setView((current) => (isSameView(current, next) ? current : next));
  }, [list]);
  useEffect(() => {
    // Rendered before the next paint, so that a long jump does not show an empty page.
    const updateNow = () => flushSync(update);
    addEventListener('scroll', updateNow, { passive: true });
    addEventListener('resize', updateNow);
    // Larger text changes the rows without a resize of the window.
    const observer = new ResizeObserver(update);
    if (list.current) observer.observe(list.current);
    return () => {
      removeEventListener('scroll', updateNow);
      removeEventListener('resize', updateNow);
      observer.disconnect();
    };
  }, [list, update]);
  return [view, update];
}

function measure(list: HTMLUListElement | null): View | undefined {
  const item = list?.firstElementChild;
  if (!item) return;
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  // Computed lengths: those of getBoundingClientRect() change slightly with the scroll position.
  const heightPx = Number.parseFloat(getComputedStyle(item).height);
  // Not displayed.
  if (!heightPx) return;
  const rowPx = heightPx + (Number.parseFloat(rowGap) || 0);
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowPx,
    topRow: Math.max(-1, Math.ceil(-list.getBoundingClientRect().top / rowPx) - 1),
    screenRows: Math.ceil(innerHeight / rowPx),
    scrollPx: scrollY,
  };
}

/** Compares two views, apart from the scroll position: a new one without another row changes nothing. */
const isSameView = (a: View, b: View) =>
  isSameGrid(a, b) && a.topRow === b.topRow && a.screenRows === b.screenRows;

const isSameGrid = (a: View, b: View) => a.columns === b.columns && a.rowPx === b.rowPx;

/** Returns the items to show, and how many new ones at the start are held back. */
function useHeldBack<Item extends { id: string }>(items: Item[], isHolding: boolean) {
  // Also those that were removed since: a deletion that is undone is not new.
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

/** Scrolls with the item at the top of the screen when it gets into another row, after a removal or a rotation. */
function useStableScroll(items: { id: string }[], view: View, updateView: () => void) {
  const anchor = useRef<{ id: string; topPx: number; view: View }>(undefined);
  useLayoutEffect(() => {
    const before = anchor.current;
    const topItem = items[view.topRow * view.columns];
    anchor.current = topItem && { id: topItem.id, topPx: view.topRow * view.rowPx, view };

    const index = before && view.topRow >= 0 ? items.findIndex(({ id }) => id === before.id) : -1;
    if (before && index >= 0) {
      const topPx = Math.floor(index / view.columns) * view.rowPx;
      if (topPx !== before.topPx) {
        // In a list that became shorter, the browser has already limited the scroll position.
        const scrollPx = isSameGrid(before.view, view) ? scrollY : view.scrollPx;
        scrollTo({ top: scrollPx + topPx - before.topPx, behavior: 'instant' });
        anchor.current = { id: before.id, topPx, view };
      }
    }
    updateView();
  });
}
