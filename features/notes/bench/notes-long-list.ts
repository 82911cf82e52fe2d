import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { mockNotes } from '../testing/mock-notes.ts';

// Compares a long list with a short one in the browser: the time until the first paint of the stored notes, from the
// start of a page load and from a press on the link, and the time of a frame while scrolling. Both lists take turns, so
// that other load on the machine affects both.
const SHORT = 50;
const LONG = 5000;
const ROUNDS = 15;
const STEPS = 20;
const STEP_PX = 100;

await using site = await startServerProcess(['server/main.ts']);
await using browser = await openBrowser();
const lists = [await openList(SHORT), await openList(LONG)];
for (let round = 0; round < ROUNDS; round++)
  for (const { page, loadMs, openMs, frameMs } of lists) {
    await page.bringToFront();
    loadMs.push(await measurePageLoad(page));
    await goHome(page);
    openMs.push(await measureOpening(page));
    frameMs.push(await measureFrames(page));
  }
for (const { count, ...measured } of lists) {
  const [loadMs, openMs, frameMs] = [measured.loadMs, measured.openMs, measured.frameMs].map(
    (values) => median(values).toFixed(1),
  );
  console.log(
    `${String(count).padStart(5)} notes   page load ${loadMs} ms, opened from another screen ${openMs} ms, a frame while scrolling ${frameMs} ms`,
  );
}
const [short, long] = lists.map(({ loadMs }) => median(loadMs));
console.log(`ratio of the page loads ${((long ?? 0) / (short ?? 1)).toFixed(2)}`);

/** Opens a page whose notes are stored on the device. Returns it with empty lists for the measured times. */
async function openList(count: number) {
  const look = { width: 1280, height: 720, scheme: 'light' } as const;
  const page = await openPage(browser, site.url, 'user', look);
  const content = 'A line of text. '.repeat(20);
  await mockNotes(page, Array(count).fill({ content }));
  await page.addInitScript(recordFirstPaint);
  await page.goto('/notes');
  await page.locator('.item-grid li').first().waitFor();
  const times = { loadMs: [] as number[], openMs: [] as number[], frameMs: [] as number[] };
  return { count, page, ...times };
}

async function goHome(page: Page) {
  await page.locator('header a[href="/"]').first().click();
  await page.locator('.item-grid').waitFor({ state: 'detached' });
}

/** Records when the list was first painted, in milliseconds since the start of the page load. */
function recordFirstPaint() {
  const painted = new MessageChannel();
  painted.port2.onmessage = () => performance.mark('list painted');
  requestAnimationFrame(function check() {
    if (!document.querySelector('.item-grid li')) return requestAnimationFrame(check);
    // A message arrives after the frame that contains the list.
    requestAnimationFrame(() => painted.port1.postMessage(undefined));
  });
}

async function measurePageLoad(page: Page) {
  await page.goto('/notes');
  await page.waitForFunction(() => performance.getEntriesByName('list painted').length > 0);
  return page.evaluate(() => performance.getEntriesByName('list painted')[0]?.startTime ?? 0);
}

function measureOpening(page: Page) {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const link = document.querySelector<HTMLElement>('header a[href="/notes"]');
    const start = performance.now();
    link?.click();
    while (!document.querySelector('.item-grid li')) await nextFrame();
    // A message arrives after the frame that contains the list.
    const { port1, port2 } = new MessageChannel();
    const painted = new Promise((resolve) => {
      port2.onmessage = resolve;
    });
    await nextFrame();
    port1.postMessage(undefined);
    await painted;
    return performance.now() - start;
  });
}

/** Scrolls down and returns to the home page. */
async function measureFrames(page: Page) {
  const frameMs = await page.evaluate(
    async ([steps, px]) => {
      const start = performance.now();
      for (let step = 0; step < steps; step++) {
        scrollBy(0, px);
        await new Promise(requestAnimationFrame);
      }
      return (performance.now() - start) / steps;
    },
    [STEPS, STEP_PX] as const,
  );
  await goHome(page);
  return frameMs;
}
