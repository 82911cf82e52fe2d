import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '#tooling/app-page.ts';
import { median } from '#tooling/median.ts';
import { startServerProcess } from '#tooling/server-process.ts';
import { mockNotes } from '../testing/mock-notes.ts';

// Compares a long list with a short one in the browser: the time from a press on the link until the first paint of
// the loaded notes, and the time of a frame while scrolling. Both lists take turns, so that other load on the machine
// affects both.
const SHORT = 50;
const LONG = 5000;
const ROUNDS = 15;
const STEPS = 20;
const STEP_PX = 100;

const site = await startServerProcess(['server/main.ts']);
const browser = await openBrowser();
try {
  const lists = [
    { count: SHORT, page: await openList(SHORT), paintMs: [] as number[], frameMs: [] as number[] },
    { count: LONG, page: await openList(LONG), paintMs: [] as number[], frameMs: [] as number[] },
  ];
  for (let round = 0; round < ROUNDS; round++)
    for (const { page, paintMs, frameMs } of lists) {
      await page.bringToFront();
      paintMs.push(await measureFirstPaint(page));
      frameMs.push(await measureFrames(page));
    }
  for (const { count, paintMs, frameMs } of lists)
    console.log(
      `${String(count).padStart(5)} notes   first paint ${median(paintMs).toFixed(1)} ms, a frame while scrolling ${median(frameMs).toFixed(1)} ms`,
    );
  const [short, long] = lists.map(({ paintMs }) => median(paintMs));
  console.log(`ratio of the first paints ${((long ?? 0) / (short ?? 1)).toFixed(2)}`);
} finally {
  await browser.close();
  await site.stop();
}

/** Opens a page whose notes are loaded, on the home page. */
async function openList(count: number) {
  const look = { width: 1280, height: 720, scheme: 'light' } as const;
  const page = await openPage(browser, site.url, 'user', look);
  const content = 'A line of text. '.repeat(20);
  await mockNotes(page, Array(count).fill({ content }));
  await page.goto('/notes');
  await page.locator('.note-grid li').first().waitFor();
  await goHome(page);
  return page;
}

async function goHome(page: Page) {
  await page.locator('header a[href="/"]').first().click();
  await page.locator('.note-grid').waitFor({ state: 'detached' });
}

function measureFirstPaint(page: Page) {
  return page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    const link = document.querySelector<HTMLElement>('header a[href="/notes"]');
    const start = performance.now();
    link?.click();
    while (!document.querySelector('.note-grid li')) await nextFrame();
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
