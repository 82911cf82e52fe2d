import { updateOffer } from './updates.ts';

const WORKER = '/sw.js';
const HOUR_MS = 60 * 60 * 1000;

/** Registers the service worker, if the browser supports them. Rejects if that fails; the website works without it. */
export async function registerServiceWorker() {
  if (!('serviceWorker' in navigator)) return;
  checkForUpdates(await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' }));
}

/**
 * Returns the address of the service worker, as a TrustedScriptURL where the browser has Trusted Types: the site's
 * policy (server/http/security-headers.ts) forbids loading a script from a plain string.
 */
function workerUrl() {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

/** TypeScript's DOM library does not declare this yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: ScriptUrls): ScriptUrls;
};
type ScriptUrls = { createScriptURL(url: string): string };

/** Checks for updates every hour and when the user returns to the page; the browser itself checks at the start. */
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

/** Offers an update, except for the very first worker, which has the same build as the page. */
function offerWhenInstalled(worker: ServiceWorker | null) {
  if (worker?.state === 'installed' && navigator.serviceWorker.controller) updateOffer.set(worker);
}
