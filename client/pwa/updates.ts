import { useSyncExternalStore } from 'react';

/** A service worker with a newer build that waits for the user's consent. */
let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

export function offerUpdate(worker: ServiceWorker) {
  setWaiting(worker);
}

/** Hides the offer until the next page load. */
export function postponeUpdate() {
  setWaiting(undefined);
}

export function acceptUpdate() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting?.postMessage('take over');
}

export const useUpdateOffer = () =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== undefined,
    () => false,
  );

function setWaiting(next: ServiceWorker | undefined) {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
