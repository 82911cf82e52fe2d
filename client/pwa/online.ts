import { useSyncExternalStore } from 'react';

/** A phone knows better than its browser engine; undefined where nobody reported. */
let reported: boolean | undefined;
const listeners = new Set<() => void>();

/** What the device believes; the answer to a call is the better witness, and screens act on that. */
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
