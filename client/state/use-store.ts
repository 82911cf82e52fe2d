import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/** Returns the current value and re-renders when it changes. `prerendered` is the value in prerendered pages. */
export const useStore = <Value>(store: ReadableStore<Value>, prerendered: Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => prerendered);
