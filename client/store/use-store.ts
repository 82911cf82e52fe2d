import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/** Returns the current value and renders again when it changes. `prerendered` is used in prerendered pages. */
export const useStore = <Value>(store: ReadableStore<Value>, prerendered: Value): Value =>
  useSyncExternalStore(store.subscribe, store.get, () => prerendered);
