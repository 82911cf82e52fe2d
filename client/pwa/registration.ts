import { offerUpdate } from './updates.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Without a worker, or with a broken one, the website works as it did. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  try {
    lookForUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  } catch (error) {
    console.warn('The service worker could not be registered.', error);
  }
}

/** At the start the browser looks by itself; besides, when the person comes back, and every hour. */
function lookForUpdates(registration: ServiceWorkerRegistration) {
  offerWhenInstalled(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offerWhenInstalled(installing));
  });
  const look = () => registration.update().catch(() => {});
  setInterval(look, HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** The very first worker brings nothing newer than what the page already is. */
function offerWhenInstalled(worker: ServiceWorker | null) {
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
}
