// Without React, because the first script of a page uses stores too and does not load React.

/** A value that changes outside React. */
export type ReadableStore<Value> = {
  get: () => Value;
  /** Calls `listener` after every change. Returns a function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void;
};

export type Store<Value> = ReadableStore<Value> & { set: (next: Value) => void };

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
