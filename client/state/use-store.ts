import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/**
 * Returns the current value and re-renders when it changes. `otherwise` is the value in prerendered pages and without a
 * store.
 */
export function useStore<Value>(store: ReadableStore<Value> | undefined, otherwise: Value): Value {
  const getOtherwise = () => otherwise;
  return useSyncExternalStore(store?.subscribe ?? never, store?.get ?? getOtherwise, getOtherwise);
}

/** Subscribes to nothing. */
const never = () => () => {};
