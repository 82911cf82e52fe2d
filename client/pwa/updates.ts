import { useSyncExternalStore } from 'react';

/** A worker with a newer build that waits for the person's word. */
let waiting: ServiceWorker | undefined;
const listeners = new Set<() => void>();

export function offerUpdate(worker: ServiceWorker) {
  become(worker);
}

/** Told once: the next page load finds the worker still waiting and tells again. */
export function postponeUpdate() {
  become(undefined);
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

function become(next: ServiceWorker | undefined) {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
