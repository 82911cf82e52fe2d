import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { commonToasts } from '#client/components/messages.ts';
import { toast } from '#client/toasts/toast.ts';
import type { Found, SearchIndex } from './search-index.ts';

/**
 * Searches items while the user types. Returns the result, or undefined without a query and until the first search is
 * done. `prepare` starts building the index; call it when the user is about to type.
 */
export function useTextSearch<Item extends { id: string }>(
  items: Item[],
  query: string,
  /** Returns the texts of an item. Another function makes the search read all items again. */
  fieldsOf: (item: Item) => string[],
): { found: Found | undefined; prepare: () => void } {
  const trimmed = query.trim();
  const deferred = useDeferredValue(trimmed);
  const [isPrepared, setPrepared] = useState(false);
  const [found, setFound] = useState<Found>();
  const index = useRef<{ fieldsOf: typeof fieldsOf; loading: Promise<SearchIndex<Item>> }>(
    undefined,
  );

  useEffect(() => {
    if (!deferred) setFound(undefined);
    if (!deferred && !isPrepared) return;
    const search = new AbortController();
    async function run() {
      try {
        if (index.current?.fieldsOf !== fieldsOf)
          index.current = { fieldsOf, loading: loadIndex(fieldsOf) };
        const result = await (await index.current.loading).find(items, deferred, search.signal);
        if (result && deferred && !search.signal.aborted) startTransition(() => setFound(result));
      } catch (error) {
        // Loading is tried again with the next letter.
        index.current = undefined;
        console.error('The search could not be loaded', error);
        if (deferred) toast(commonToasts.codeMissing);
      }
    }
    void run();
    return () => search.abort();
  }, [items, deferred, isPrepared, fieldsOf]);

  return { found: trimmed ? found : undefined, prepare: () => setPrepared(true) };
}

/** Loads the code of the search, which nobody needs before they search. */
async function loadIndex<Item extends { id: string }>(fieldsOf: (item: Item) => string[]) {
  const { createSearchIndex } = await import('./search-index.ts');
  return createSearchIndex(fieldsOf);
}
