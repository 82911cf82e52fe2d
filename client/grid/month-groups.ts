import { formatMonth } from '#client/text/dates.ts';
import type { ItemGroup } from './grid-rows.ts';

/** Groups items that are sorted by date by month, in the viewer's time zone. */
export function groupByMonth<Item>(
  items: Item[],
  /** Returns the date as ISO 8601 in UTC. */
  dateOf: (item: Item) => string,
): ItemGroup[] {
  const groups: ItemGroup[] = [];
  let month = { start: '', end: '' };
  for (const item of items) {
    const date = dateOf(item);
    // Dates in this format can be compared as text, which is much faster than parsing thousands of them.
    if (date < month.start || date >= month.end) {
      month = monthOf(new Date(date));
      groups.push({ heading: formatMonth(date), count: 0 });
    }
    (groups.at(-1) as ItemGroup).count++;
  }
  return groups;
}

/** Returns the start of the month of a date, and the start of the next month. */
function monthOf(date: Date) {
  const start = new Date(date.getFullYear(), date.getMonth());
  const end = new Date(date.getFullYear(), date.getMonth() + 1);
  return { start: start.toISOString(), end: end.toISOString() };
}
