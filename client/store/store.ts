// Without React: the first script of a page, which does not load it, has stores too.

/** A value that changes outside React. */
export type ReadableStore<Value> = {
  get: () => Value;
  /** Calls `listener` after every change. Returns a function that stops this. */
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
