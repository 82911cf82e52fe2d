import { type RefObject, useLayoutEffect, useRef } from 'react';
import { firstItemOf, type PlacedGroup, placeOf } from './grid-rows.ts';
import { type GridView, isSameGrid } from './use-grid-view.ts';

/**
 * Keeps the item at the top of the screen in place when a removal or rotation moves it to another row. Scrolls to the
 * start when the selection changes.
 */
export function useStableScroll(
  grid: RefObject<HTMLElement | null>,
  {
    items,
    groups,
    selection,
    view,
    updateView,
  }: {
    items: { id: string }[];
    groups: PlacedGroup[];
    selection: string;
    view: GridView;
    updateView: () => void;
  },
) {
  const anchor = useRef<{ id: string; topPx: number; view: GridView }>(undefined);
  const lastSelection = useRef(selection);
  useLayoutEffect(() => {
    if (lastSelection.current !== selection) {
      lastSelection.current = selection;
      anchor.current = undefined;
      scrollToStart(grid.current);
      return updateView();
    }
    const before = anchor.current;
    const topIndex = firstItemOf(groups, view.topRow, view.columns);
    const topPlace = placeOf(groups, topIndex, view);
    const topId = items[topIndex]?.id;
    anchor.current = topId && topPlace ? { id: topId, topPx: topPlace.topPx, view } : undefined;

    const index = before && view.topRow >= 0 ? items.findIndex(({ id }) => id === before.id) : -1;
    const place = index < 0 ? undefined : placeOf(groups, index, view);
    if (before && place && place.topPx !== before.topPx) {
      // In a list that became shorter, the browser has already limited the scroll position.
      const scrollPx = isSameGrid(before.view, view)
        ? scrollY
        : view.scrollPx + view.startPx - before.view.startPx;
      scrollTo({ top: scrollPx + place.topPx - before.topPx, behavior: 'instant' });
      anchor.current = { id: before.id, topPx: place.topPx, view };
    }
    updateView();
  });
}

/** Scrolls up to the first item, below sticky elements, if the list was scrolled past it. */
function scrollToStart(grid: HTMLElement | null) {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  if (grid && grid.getBoundingClientRect().top < Number.parseFloat(scrollPaddingTop))
    grid.scrollIntoView({ behavior: 'instant' });
}
