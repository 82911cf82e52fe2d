import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#client/api-client/api-error.ts';

type Page<Item> = { items: Item[]; next: string | null };

type State<Item> = {
  /** Undefined until the first page has arrived. */
  items: Item[] | undefined;
  next: string | null;
  loading: boolean;
  error: ApiError | undefined;
};

/**
 * Reads a list page by page. Another `key` starts from the first page; the old list stays until it arrives. Nothing is
 * cached: an admin decides by what is true now.
 */
export function usePages<Item>(
  key: string,
  read: (before: string | undefined, signal: AbortSignal) => Promise<Page<Item> | ApiError>,
) {
  const [state, setState] = useState<State<Item>>({
    items: undefined,
    next: null,
    loading: true,
    error: undefined,
  });
  const request = useRef<AbortController>(undefined);

  async function load(before?: string) {
    request.current?.abort();
    const current = new AbortController();
    request.current = current;
    setState((shown) => ({ ...shown, loading: true, error: undefined }));
    const page = await read(before, current.signal);
    if (current.signal.aborted) return;
    setState((shown) =>
      page instanceof ApiError
        ? { ...shown, loading: false, error: page }
        : {
            items: before ? [...(shown.items ?? []), ...page.items] : page.items,
            next: page.next,
            loading: false,
            error: undefined,
          },
    );
  }

  const start = useEffectEvent(() => void load());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    start();
    return () => request.current?.abort();
  }, [key]);

  return {
    ...state,
    reload: () => void load(),
    loadMore: () => void load(state.next ?? undefined),
    /** Changes the shown items after an action. */
    update: (change: (items: Item[]) => Item[]) =>
      setState((shown) => ({ ...shown, items: shown.items && change(shown.items) })),
  };
}
