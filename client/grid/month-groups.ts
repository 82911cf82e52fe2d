import { formatMonth } from '#client/text/dates.ts';
import type { ItemGroup } from './grid-rows.ts';

/** Divides items that are sorted by a date into groups of one month each, in the time zone of the viewer. */
export function groupByMonth<Item>(
  items: Item[],
  /** Returns the date as ISO 8601 in UTC. */
  dateOf: (item: Item) => string,
): ItemGroup[] {
  const groups: ItemGroup[] = [];
  let month = { start: '', end: '' };
  for (const item of items) {
    const date = dateOf(item);
    // Dates in this format sort as text, which is much faster than reading each of thousands.
    if (date < month.start || date >= month.end) {
      month = monthOf(new Date(date));
      groups.push({ heading: formatMonth(date), count: 0 });
    }
    (groups.at(-1) as ItemGroup).count++;
  }
  return groups;
}

/** Returns when the month of a date begins, and when the next one does. */
function monthOf(date: Date) {
  const start = new Date(date.getFullYear(), date.getMonth());
  const end = new Date(date.getFullYear(), date.getMonth() + 1);
  return { start: start.toISOString(), end: end.toISOString() };
}
