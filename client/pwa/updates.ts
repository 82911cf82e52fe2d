import { createStore } from '#client/state/store.ts';

/** A service worker with a newer build that waits for the user's consent. */
export const updateOffer = createStore<ServiceWorker | undefined>(undefined);

/** Hides the offer until the next page load. */
export const postponeUpdate = () => updateOffer.set(undefined);

export function acceptUpdate() {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  updateOffer.get()?.postMessage('skip waiting');
}
