/** Rows from `start` up to but not including `end`. */
export type RowRange = { start: number; end: number };

/**
 * Returns the rows to render, in order: those of the visible screen and of one screen before and after it, and the
 * row to keep with its neighbours. `topRow` is the row at the top of the screen, -1 if the list begins below that.
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

/** Counts the items before the first one that was shown. Returns 0 if none was: then it is another list. */
export const countNewAtStart = (items: { id: string }[], shownIds: Set<string>) =>
  Math.max(
    0,
    items.findIndex(({ id }) => shownIds.has(id)),
  );
