import { createStore, type Store } from '#client/state/store.ts';
import { useStore } from '#client/state/use-store.ts';

/** Returns the user's choice that this device remembers, or the first of `values` by default. */
export function useDeviceSetting<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, set: (value: Value) => void] {
  const setting = openDeviceSetting(name);
  const stored = useStore(setting, '');
  return [values.find((one) => one === stored) ?? values[0], setting.set];
}

const opened = new Map<string, Store<string>>();

/**
 * Returns the store of a setting. Always the same store per setting, so that all users of the setting change with it.
 */
export function openDeviceSetting(name: string): Store<string> {
  const before = opened.get(name);
  if (before) return before;
  const key = `app_${name}`;
  const store = createStore(localStorage.getItem(key) ?? '');
  const setting: typeof store = {
    ...store,
    set(next) {
      store.set(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is full. The choice lasts as long as the page.
      }
    },
  };
  opened.set(name, setting);
  return setting;
}
