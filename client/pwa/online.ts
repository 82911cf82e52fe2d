import { useSyncExternalStore } from 'react';

/** The native app's report, which is more reliable than the browser engine's; undefined on the web. */
let reported: boolean | undefined;
const listeners = new Set<() => void>();

/** Returns what the device reports. It is only a hint: whether a call succeeds is what counts. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => reported ?? navigator.onLine,
    () => true,
  );

export function reportOnline(online: boolean) {
  reported = online;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
