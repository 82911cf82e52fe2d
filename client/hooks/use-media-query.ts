import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media query matches, and renders again when that changes. In prerendered pages no query matches.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (update: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', update);
      return () => list.removeEventListener('change', update);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
