import { startSlices } from '#client/yield-to-browser.ts';
import { foldText } from '#shared/fold-text.ts';
import { containsAll, findRanges, splitQuery, type TextRange } from './tokenizer.ts';

/** The result of a search. */
export type Found = {
  query: string;
  ids: ReadonlySet<string>;
  /** Returns the parts of a text that the query names. */
  rangesIn: (text: string) => TextRange[];
};

export type SearchIndex<Item extends { id: string }> = ReturnType<typeof createSearchIndex<Item>>;

/** Reading the clock for each item would take longer than comparing the item. */
const ITEMS_PER_CHECK = 16;

/**
 * Caches the folded fields of items, so that each item is folded once and a search only compares. Detects changed items
 * by their fields, because an unsent edit does not change an item's version.
 */
export function createSearchIndex<Item extends { id: string }>(fieldsOf: (item: Item) => string[]) {
  const known = new Map<string, { fields: string[]; folded: string }>();

  function foldedFieldsOf(item: Item): string {
    const fields = fieldsOf(item);
    const before = known.get(item.id);
    if (before && fields.every((field, index) => field === before.fields[index]))
      return before.folded;
    // No word contains a line break, so none begins in one field and ends in the next.
    const folded = fields.map(foldText).join('\n');
    known.set(item.id, { fields, folded });
    return folded;
  }

  return {
    /**
     * Finds the items whose fields contain all words of a query. Works in short slices between which the browser can
     * react. Resolves with undefined if the search was aborted.
     */
    async find(items: Item[], query: string, signal?: AbortSignal): Promise<Found | undefined> {
      const words = splitQuery(query);
      const ids = new Set<string>();
      const pause = startSlices();
      for (const [number, item] of items.entries()) {
        if (number % ITEMS_PER_CHECK === 0) {
          await pause();
          if (signal?.aborted) return undefined;
        }
        if (containsAll(foldedFieldsOf(item), words)) ids.add(item.id);
      }
      return { query, ids, rangesIn: (text) => findRanges(text, words) };
    },
  };
}
