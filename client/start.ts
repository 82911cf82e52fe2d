import {
  DOM_WAIT_LIMIT_MS,
  ENVIRONMENT_INFO_LIMIT_MS,
  NATIVE_INIT_LIMIT_MS,
  SERVICE_WORKER_LIMIT_MS,
  STARTUP_LIMIT_MS,
} from '#shared/constants.ts';
import { isNative, platform } from './native/platform.ts';
import { hasStoredSession } from './session/stored-session.ts';
import { captureConsole } from './shell/debug-log.ts';
import { ensureStorage } from './storage/storage-fallback.ts';

/**
 * The first script of every page, kept tiny: it lifts the initializing screen from a finished page
 * without waiting for React, and from any other page once the app stands.
 */
type Step = { name: string; limitMs: number; run: () => Promise<void> };

captureConsole();
ensureStorage();
// Lets the style sheet keep "Sign In" from flashing at somebody who is signed in.
document.documentElement.toggleAttribute('data-session', hasStoredSession());

// And lets it dress the app for a phone: light, below the bars, above the keyboard.
if (isNative()) document.documentElement.dataset.platform = platform();

const mounted = import('./main.tsx').then((main) => main.mount());
const pageIsFinished = document.getElementById('root')?.hasAttribute('data-finished');

const steps: Step[] = [
  { name: 'document', limitMs: DOM_WAIT_LIMIT_MS, run: documentReady },
  { name: 'environment', limitMs: ENVIRONMENT_INFO_LIMIT_MS, run: noteEnvironment },
];
if (!pageIsFinished) {
  steps.push({ name: 'app', limitMs: STARTUP_LIMIT_MS, run: () => mounted });
}
if (isNative()) {
  steps.push({ name: 'device', limitMs: NATIVE_INIT_LIMIT_MS, run: startDevice });
}

// Not a top-level await: the app's own chunk may import this one, and each would wait for the other.
within(STARTUP_LIMIT_MS, Promise.all(steps.map(runStep))).then(() => {
  document.getElementById('initializing')?.remove();
  if (isNative()) void openDevice().then((device) => device.reveal());
});

// Never in the way of the start: after everything the page itself loads, but soon all the same.
// Not on native: there every file is in the app already, and a worker could only serve old ones.
if (import.meta.env.PROD && !isNative()) {
  void within(SERVICE_WORKER_LIMIT_MS, pageLoaded())
    .then(() => import('./pwa/registration.ts'))
    .then(({ registerServiceWorker }) => registerServiceWorker());
}

/** A step that fails or takes too long is told to the console and never holds the start. */
async function runStep({ name, limitMs, run }: Step) {
  try {
    const outcome = await within(limitMs, run());
    if (outcome === 'late') console.warn(`Start: "${name}" took longer than ${limitMs} ms`);
  } catch (error) {
    console.error(`Start: "${name}" failed`, error);
  }
}

function within(limitMs: number, work: Promise<unknown>): Promise<'done' | 'late'> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, limitMs, 'late'));
  return Promise.race([work.then(() => 'done' as const), late]);
}

async function startDevice() {
  const [device, { deviceEvents }] = await Promise.all([
    openDevice(),
    import('./shell/device-events.ts'),
  ]);
  await device.start(deviceEvents);
}

/** Not part of the first script: the web needs the device only on some screens. */
async function openDevice() {
  const door = await import('./native/index.ts');
  return door.openDevice();
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

/** The first line of the debug console: where the app is running. */
async function noteEnvironment() {
  console.info(
    `Started ${place()}, ` +
      `${innerWidth}×${innerHeight} at ${devicePixelRatio}x, ${navigator.language}, ` +
      `${navigator.onLine ? 'online' : 'offline'}, ${Math.round(performance.now())} ms after opening`,
  );
}

function place() {
  if (isNative()) return `as a native app on ${platform()}`;
  const installed = matchMedia('(display-mode: standalone)').matches;
  return installed ? 'as an installed app' : 'in a browser';
}
