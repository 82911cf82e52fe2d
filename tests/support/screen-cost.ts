import type { Page } from '@playwright/test';
import type { Interaction, MeasuredScreen } from './measured-screens.ts';

/** What a first visit downloads, compressed. */
export type Downloads = { startKb: number; scriptKb: number; styleKb: number; requests: number };

/** After this time without a request, no further one follows. */
const QUIET_MS = 500;

/** Opens a screen for the first time, starts to use it, and returns what it downloads. */
export async function openMeasured(page: Page, screen: MeasuredScreen): Promise<Downloads> {
  const count = countDownloads(page);
  await screen.before?.(page);
  await page.goto(screen.path);
  await page
    .locator(screen.ready ?? 'h1')
    .first()
    .waitFor();
  await count.untilQuiet();
  const startKb = count.kb('.js');
  await beginToUse(page);
  await count.untilQuiet();
  return {
    startKb,
    scriptKb: count.kb('.js'),
    styleKb: count.kb('.css'),
    requests: count.requests,
  };
}

/** Makes a static page load the app, and waits until the app is mounted. */
export async function beginToUse(page: Page) {
  await page.locator('body').dispatchEvent('focusin');
  await page.waitForFunction(isMounted);
}

/** Tells whether React has taken over the page. Runs in the page. */
export const isMounted = () =>
  Object.keys(document.querySelector('#root') ?? {}).some((key) => key.startsWith('__react'));

function countDownloads(page: Page) {
  const bytes = new Map<string, number>();
  let requests = 0;
  let lastAt = Date.now();
  page.on('request', () => {
    requests += 1;
    lastAt = Date.now();
  });
  page.on('response', (response) => {
    lastAt = Date.now();
    const { pathname } = new URL(response.url());
    bytes.set(pathname, Number(response.headers()['content-length'] ?? Number.NaN));
  });
  return {
    get requests() {
      return requests;
    },
    kb(ending: string) {
      const files = [...bytes].filter(([path]) => path.endsWith(ending));
      return files.reduce((sum, [, size]) => sum + size, 0) / 1024;
    },
    async untilQuiet() {
      while (Date.now() - lastAt < QUIET_MS) await new Promise((done) => setTimeout(done, 50));
    },
  };
}

/** Returns the duration of the tasks that blocked the page for more than 50 ms so far. */
export const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const durations: number[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) durations.push(duration);
        });
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(resolve, 100, durations);
      }),
  );

/** Returns the time from a press until the frame that shows its result, in milliseconds. */
export async function latencyOf(page: Page, { act, shows }: Interaction): Promise<number> {
  const latency = await page.evaluateHandle((selector) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    // The last press counts: a field is touched before it is typed into.
    let pressedAt = 0;
    const note = ({ timeStamp }: Event) => {
      pressedAt = timeStamp;
    };
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, note, { capture: true, passive: true });
    requestAnimationFrame(function check() {
      if (!document.querySelector(selector)) return requestAnimationFrame(check);
      // A message arrives after the frame that contains the result.
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => resolve(performance.now() - pressedAt);
      return requestAnimationFrame(() => port1.postMessage(undefined));
    });
    return { promise };
  }, shows);
  await act(page);
  return latency.evaluate(({ promise }) => promise);
}

/** Scrolls down and returns the average time of a frame, in milliseconds. */
export const frameMs = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const steps = 30;
    const start = performance.now();
    for (let step = 0; step < steps; step++) {
      scrollBy(0, 300);
      await new Promise(requestAnimationFrame);
    }
    return (performance.now() - start) / steps;
  });
