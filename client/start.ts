import {
  DOM_WAIT_LIMIT_MS,
  ENVIRONMENT_INFO_LIMIT_MS,
  NATIVE_INIT_LIMIT_MS,
  SERVICE_WORKER_LIMIT_MS,
  STARTUP_LIMIT_MS,
} from '#client/constants.ts';
import { sendErrorReport, watchErrors } from './error-reports/watch-errors.ts';
import { firstUse, holdPresses } from './first-use.ts';
import { startMessages } from './messages.ts';
import { isNative, platform } from './native/platform.ts';
import { watchInstallPrompt } from './pwa/install-prompt.ts';
import { hasSessionEntry, hasStoredSession } from './session/stored-session.ts';
import { captureConsole } from './shell/debug-log.ts';
import { ensureStorage } from './storage/storage-fallback.ts';
import { within } from './time-limit.ts';

/*
 * The first script of every page, kept small: it removes the initializing screen from a page that shows its screen
 * without waiting for React, and from any other page once the app is mounted. A static page or a form loads the app,
 * React included, when somebody begins to use it.
 */

type Step = { name: string; limitMs: number; run: () => Promise<void> };

captureConsole();
watchErrors();
ensureStorage();
watchInstallPrompt();
// The style sheet uses this to hide "Sign In" from a signed-in user until the app is mounted.
document.documentElement.toggleAttribute('data-session', hasStoredSession());

// The style sheet uses this for what differs in the native app.
if (isNative()) document.documentElement.dataset.platform = platform();

const root = document.getElementById('root');
/** As in `Route`. Undefined in the native app and during development. */
const prerendered = root?.dataset.prerender;
const isOfFirstVisit = prerendered === 'form' || prerendered === 'page';
/** Whether the HTML shows what the app will show. */
const showsScreen =
  prerendered === 'static' || (isOfFirstVisit && !hasHistory() && !hasSessionEntry());
// On a slow network the initializing screen may disappear before the app is mounted.
if (isOfFirstVisit && !showsScreen) root?.querySelector('main')?.replaceChildren();

const main = appNeeded().then(loadApp);
const mounted = main.then(({ mount }) => mount({ hydrates: showsScreen }));
if (prerendered) {
  holdPresses(mounted);
  mounted.catch(showFailure);
}

const steps: Step[] = [
  { name: 'document', limitMs: DOM_WAIT_LIMIT_MS, run: documentReady },
  { name: 'environment', limitMs: ENVIRONMENT_INFO_LIMIT_MS, run: logEnvironment },
];
if (showsScreen) mounted.catch((error) => logFailure('app', error));
else steps.push({ name: 'app', limitMs: STARTUP_LIMIT_MS, run: () => mounted });
if (isNative()) {
  steps.push({ name: 'device', limitMs: NATIVE_INIT_LIMIT_MS, run: startDevice });
}

// No top-level await: the app's chunk may import this one, and each would wait for the other.
within(STARTUP_LIMIT_MS, Promise.all(steps.map(runStep))).then(() => {
  document.getElementById('initializing')?.remove();
  if (isNative()) void openDevice().then((device) => device.hideSplashScreen());
});

// After the page's own resources, so that it does not delay them. Not in the native app, which contains all files
// already: a worker could only serve old ones.
if (import.meta.env.PROD && !isNative()) {
  void within(SERVICE_WORKER_LIMIT_MS, pageLoaded())
    .then(() => import('./pwa/registration.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker())
    // The next page that can load this registers it.
    .catch((error) => console.warn('The service worker could not be registered.', error));
}

/** Resolves when the app is needed: its scripts must not delay a page that already shows its screen. */
async function appNeeded() {
  // A signed-in or offline visitor must see more than the static page.
  if (!showsScreen || hasSessionEntry() || !navigator.onLine) return;
  if (prerendered === 'static') await firstUse();
  else if (prerendered === 'form') await Promise.race([firstUse(), storedDataFound()]);
  else await firstPaint();
}

/** Resolves if this browser has stored anything, which may be credentials for the form. Otherwise never resolves. */
async function storedDataFound() {
  try {
    const databases = await indexedDB.databases();
    if (databases.length === 0) await new Promise(() => {});
  } catch {
    // Unknown in Firefox before 126 and where storage is forbidden.
  }
  await firstPaint();
}

async function firstPaint() {
  const isReported = PerformanceObserver.supportedEntryTypes.includes('paint');
  // A hidden page is not painted.
  if (document.visibilityState === 'hidden' || !isReported) return;
  await new Promise((resolve) =>
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
  );
}

/** Tells whether earlier actions of the visitor may affect what a screen shows. */
function hasHistory() {
  return location.search !== '' || history.state !== null || sessionStorage.length > 0;
}

/** Loads the app. The page names its scripts, so that none of them waits for another. */
async function loadApp() {
  for (const href of root?.dataset.scripts?.split(' ') ?? []) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
  // React starts in a separate task, so that the page can respond in between.
  await import('react-dom/client');
  return import('./main.tsx');
}

/** Tells the visitor that the app could not be loaded. Pressing a button then reloads the page (first-use.ts). */
function showFailure() {
  const notice = Object.assign(document.createElement('div'), { className: 'notice' });
  const button = document.createElement('button');
  Object.assign(button, { className: 'button button-ghost', textContent: startMessages.again });
  notice.append(startMessages.incomplete, button);
  document.querySelector('.notices')?.append(notice);
}

/** Runs a step. A failure or timeout is logged and does not stop the start. */
async function runStep({ name, limitMs, run }: Step) {
  try {
    const outcome = await within(limitMs, run());
    if (outcome === 'late') console.warn(`Start: "${name}" took longer than ${limitMs} ms`);
  } catch (error) {
    logFailure(name, error);
  }
}

function logFailure(name: string, error: unknown) {
  console.error(`Start: "${name}" failed`, error);
  void sendErrorReport(error);
}

async function startDevice() {
  const [device, deviceEvents] = await Promise.all([
    openDevice(),
    main.then(({ loadDeviceEvents }) => loadDeviceEvents()),
  ]);
  await device.start(deviceEvents);
}

/** Loads the device module, which the website needs only on some screens. */
async function openDevice() {
  const native = await import('./native/index.ts');
  return native.openDevice();
}

async function documentReady() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) =>
    document.addEventListener('DOMContentLoaded', resolve, { once: true }),
  );
}

async function pageLoaded() {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** Writes the first line of the debug console: where the app is running. */
async function logEnvironment() {
  console.info(
    `Started ${describePlatform()}, ` +
      `${innerWidth}×${innerHeight} at ${devicePixelRatio}x, ${navigator.language}, ` +
      `${navigator.onLine ? 'online' : 'offline'}, ${Math.round(performance.now())} ms after opening`,
  );
}

function describePlatform() {
  if (isNative()) return `as a native app on ${platform()}`;
  const installed = matchMedia('(display-mode: standalone)').matches;
  return installed ? 'as an installed app' : 'in a browser';
}
