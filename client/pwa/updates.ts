import { createStore, type ReadableStore } from '#client/state/store.ts';

/** A service worker with a newer build that waits for the user's consent. */
const waiting = createStore<ServiceWorker | undefined>(undefined);

export const updateOffer: ReadableStore<ServiceWorker | undefined> = waiting;

export const offerUpdate = (worker: ServiceWorker) => waiting.set(worker);

/** Hides the offer until the next page load. */
export const postponeUpdate = () => waiting.set(undefined);

export function acceptUpdate() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.get()?.postMessage('skip waiting');
}
