import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#client/api-client/api-error.ts';

type Page<Item> = { items: Item[]; next: string | null };

export type Pages<Item> = {
  /** Undefined until the first page has arrived. */
  items: Item[] | undefined;
  next: string | null;
  loading: boolean;
  /** Why a page could not be read, and which one; the first has no cursor. */
  failure: { error: ApiError; before: string | undefined } | undefined;
};

/**
 * Loads a list page by page. A new `key` starts again at the first page; the old list stays until it arrives. Nothing
 * is cached, because admins decide by the current state.
 */
export function usePages<Item>(
  key: string,
  read: (before: string | undefined, signal: AbortSignal) => Promise<Page<Item> | ApiError>,
) {
  const [state, setState] = useState<Pages<Item>>({
    items: undefined,
    next: null,
    loading: true,
    failure: undefined,
  });
  const request = useRef<AbortController>(undefined);

  async function load(before?: string) {
    request.current?.abort();
    const current = new AbortController();
    request.current = current;
    setState((shown) => ({ ...shown, loading: true, failure: undefined }));
    const page = await read(before, current.signal);
    if (current.signal.aborted) return;
    setState((shown) => withPage(shown, before, page));
  }

  const start = useEffectEvent(() => void load());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    start();
    return () => request.current?.abort();
  }, [key]);

  return {
    ...state,
    /** Retries the page that failed to load. */
    retry: () => void load(state.failure?.before),
    loadMore: () => void load(state.next ?? undefined),
    /** Updates the shown records after an action. */
    update: (change: (items: Item[]) => Item[]) =>
      setState((shown) => ({ ...shown, items: shown.items && change(shown.items) })),
  };
}

/** Returns the list after reading the page at a cursor. The first page replaces the list, the others are appended. */
export function withPage<Item>(
  shown: Pages<Item>,
  before: string | undefined,
  page: Page<Item> | ApiError,
): Pages<Item> {
  if (page instanceof ApiError)
    return { ...shown, loading: false, failure: { error: page, before } };
  return {
    items: before ? [...(shown.items ?? []), ...page.items] : page.items,
    next: page.next,
    loading: false,
    failure: undefined,
  };
}
