import { offerUpdate } from './updates.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Registers the service worker. The website works without it too. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  try {
    checkForUpdates(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  } catch (error) {
    console.warn('The service worker could not be registered.', error);
  }
}

/** Checks for updates when the user returns to the page and every hour; the browser does at the start. */
function checkForUpdates(registration: ServiceWorkerRegistration) {
  offerWhenInstalled(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => offerWhenInstalled(installing));
  });
  const check = () => registration.update().catch(() => {});
  setInterval(check, HOUR_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
}

/** Offers an update, except by the very first worker, which has the same build as the page. */
function offerWhenInstalled(worker: ServiceWorker | null) {
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) offerUpdate(worker);
}
