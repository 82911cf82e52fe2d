/** Consecutive items below their own heading. The heading of a single group may be ''. */
export type ItemGroup = { heading: string; count: number };

/** Rows from `start` up to but not including `end`. */
export type RowRange = { start: number; end: number };

/** The measured sizes of a grid whose items are in groups, each below a heading. */
export type GridSizes = {
  columns: number;
  /** The height of a row and the gap below it. */
  rowPx: number;
  gapPx: number;
  headingPx: number;
  /** The gap between two groups. */
  groupGapPx: number;
};

/** The position of a group in the whole list: its items, its rows, and where its first row begins. */
export type PlacedGroup = {
  firstItem: number;
  itemCount: number;
  firstRow: number;
  rowCount: number;
  topPx: number;
};

/** Returns the positions of groups with these item counts. */
export function placeGroups(itemCounts: number[], sizes: GridSizes): PlacedGroup[] {
  const { columns, rowPx, gapPx, headingPx, groupGapPx } = sizes;
  let firstItem = 0;
  let firstRow = 0;
  let startPx = 0;
  return itemCounts.map((itemCount) => {
    const rowCount = Math.ceil(itemCount / columns);
    const topPx = startPx + headingPx;
    const placed = { firstItem, itemCount, firstRow, rowCount, topPx };
    firstItem += itemCount;
    firstRow += rowCount;
    startPx = topPx + rowCount * rowPx - gapPx + groupGapPx;
    return placed;
  });
}

/** Returns the last row that begins less than `px` below the start of the list, or -1. */
export function rowAt(groups: PlacedGroup[], px: number, rowPx: number): number {
  const group = groups.findLast(({ topPx }) => topPx < px);
  if (!group) return -1;
  return group.firstRow + Math.min(Math.ceil((px - group.topPx) / rowPx), group.rowCount) - 1;
}

/** Returns the row of an item and where it begins. */
export function placeOf(
  groups: PlacedGroup[],
  item: number,
  { columns, rowPx }: GridSizes,
): { row: number; topPx: number } | undefined {
  const group = groups.findLast(({ firstItem }) => firstItem <= item);
  if (!group) return undefined;
  const row = Math.floor((item - group.firstItem) / columns);
  return { row: group.firstRow + row, topPx: group.topPx + row * rowPx };
}

/** Returns the index of the first item in a row, or -1 if the row does not exist. */
export function firstItemOf(groups: PlacedGroup[], row: number, columns: number): number {
  const group = groups.findLast(({ firstRow }) => firstRow <= row);
  return group ? group.firstItem + (row - group.firstRow) * columns : -1;
}

/** Returns the parts of the ranges inside a group, relative to its first row. */
export const rangesWithin = (ranges: RowRange[], { firstRow, rowCount }: PlacedGroup): RowRange[] =>
  ranges
    .map(({ start, end }) => ({
      start: Math.max(0, start - firstRow),
      end: Math.min(end - firstRow, rowCount),
    }))
    .filter(({ start, end }) => start < end);

/**
 * Returns the rows to render, in order: the visible screen, one screen before and after it, and the row to keep with
 * its neighbours. `topRow` is the row at the top of the screen, or -1 if the list begins below the top.
 */
export function rowsToRender({
  rowCount,
  topRow,
  screenRows,
  keptRow,
}: {
  rowCount: number;
  topRow: number;
  screenRows: number;
  keptRow: number | undefined;
}): RowRange[] {
  const within = (start: number, end: number): RowRange => ({
    // At least the last row, if the list became shorter than the scroll position.
    start: Math.max(0, Math.min(start, rowCount - 1)),
    end: Math.min(end, rowCount),
  });
  const near = within(topRow - screenRows, topRow + 2 * screenRows + 1);
  if (keptRow === undefined) return [near];
  const kept = within(keptRow - 1, keptRow + 2);
  if (kept.end < near.start) return [kept, near];
  if (kept.start > near.end) return [near, kept];
  return [{ start: Math.min(near.start, kept.start), end: Math.max(near.end, kept.end) }];
}

/** Counts the items before the first one that was already shown. Returns 0 if none was: the list was replaced. */
export const countNewAtStart = (items: { id: string }[], shownIds: Set<string>) =>
  Math.max(
    0,
    items.findIndex(({ id }) => shownIds.has(id)),
  );
