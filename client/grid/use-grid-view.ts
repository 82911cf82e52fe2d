import { type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type GridSizes, placeGroups, rowAt } from './grid-rows.ts';

/** The measured grid, and which part of it is visible. */
export type GridView = GridSizes & {
  /** The row at the top of the screen, or -1 if the list begins below the top. */
  topRow: number;
  screenRows: number;
  /** The scroll position of the window when this was measured. */
  scrollPx: number;
  /** Where the grid begins on the page. */
  startPx: number;
};

/** An overestimate: after going back, the browser restores a scroll position only if the page is high enough. */
const UNMEASURED: GridView = {
  columns: 1,
  rowPx: 500,
  gapPx: 0,
  headingPx: 0,
  groupGapPx: 0,
  topRow: -1,
  screenRows: 6,
  scrollPx: 0,
  startPx: 0,
};

/**
 * Returns which part of the grid is visible, and a function that measures it again. `itemCounts` has one count per
 * group.
 */
export function useGridView(
  grid: RefObject<HTMLElement | null>,
  itemCounts: RefObject<number[]>,
): [GridView, update: () => void] {
  const [view, setView] = useState(UNMEASURED);
  const update = useCallback(() => {
    const next = measure(grid.current, itemCounts.current);
    if (next) setView((current) => (isSameView(current, next) ? current : next));
  }, [grid, itemCounts]);
  useEffect(() => {
    // Rendered before the next paint, so that a long jump does not show an empty page.
    const updateNow = () => flushSync(update);
    addEventListener('scroll', updateNow, { passive: true });
    addEventListener('resize', updateNow);
    // Larger text changes the rows without a resize of the window.
    const observer = new ResizeObserver(update);
    if (grid.current) observer.observe(grid.current);
    return () => {
      removeEventListener('scroll', updateNow);
      removeEventListener('resize', updateNow);
      observer.disconnect();
    };
  }, [grid, update]);
  return [view, update];
}

export const isSameGrid = (a: GridSizes, b: GridSizes) =>
  a.columns === b.columns &&
  a.rowPx === b.rowPx &&
  a.gapPx === b.gapPx &&
  a.headingPx === b.headingPx &&
  a.groupGapPx === b.groupGapPx;

/** Compares two views without the scroll position, which changes nothing as long as the rows are the same. */
const isSameView = (a: GridView, b: GridView) =>
  isSameGrid(a, b) && a.topRow === b.topRow && a.screenRows === b.screenRows;

function measure(grid: HTMLElement | null, itemCounts: number[]): GridView | undefined {
  const item = grid?.querySelector('li');
  const list = item?.parentElement;
  if (!grid || !item || !list) return;
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  // Uses computed lengths, because the lengths from getBoundingClientRect() change slightly with the scroll position.
  const heightPx = pixels(getComputedStyle(item).height);
  // Not displayed.
  if (!heightPx) return;
  const heading = grid.querySelector('.grid-heading');
  const gapPx = pixels(rowGap);
  const sizes: GridSizes = {
    columns: gridTemplateColumns.split(' ').length,
    rowPx: heightPx + gapPx,
    gapPx,
    headingPx: heading ? pixels(getComputedStyle(heading).height) : 0,
    groupGapPx: pixels(getComputedStyle(grid).rowGap),
  };
  const scrolledPx = -grid.getBoundingClientRect().top;
  return {
    ...sizes,
    topRow: rowAt(placeGroups(itemCounts, sizes), scrolledPx, sizes.rowPx),
    screenRows: Math.ceil(innerHeight / sizes.rowPx),
    scrollPx: scrollY,
    startPx: scrollY - scrolledPx,
  };
}

const pixels = (length: string) => Number.parseFloat(length) || 0;
