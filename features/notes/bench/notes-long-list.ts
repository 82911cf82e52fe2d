import type { Browser } from '@playwright/test';
import { openBrowser, openPage } from '#tooling/app-page.ts';
import { median } from '#tooling/median.ts';
import { startServerProcess } from '#tooling/server-process.ts';
import { mockNotes } from '../testing/mock-notes.ts';

// Measures the CPU time of a long list in the browser, until the cards are shown and for each scroll step. The list of 10
// shows what every page costs on this machine.
const ROUNDS = 3;
const COUNTS = [10, 1000];
const STEPS = 20;
const STEP_PX = 300;

const site = await startServerProcess(['server/main.ts']);
try {
  for (const count of COUNTS) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(count));
    const shown = median(rounds.map((round) => round.shown));
    const perStep = median(rounds.map((round) => round.perStep));
    console.log(
      `${String(count).padStart(4)} notes   shown after ${Math.round(shown)} ms of work, ${perStep.toFixed(1)} ms for ${STEP_PX} px of scrolling`,
    );
  }
} finally {
  await site.stop();
}

/** Measures in a new browser, whose processes have done nothing else. */
async function measure(count: number) {
  const browser = await openBrowser();
  try {
    const look = { width: 1280, height: 720, scheme: 'light' } as const;
    const page = await openPage(browser, site.url, 'user', look);
    const content = 'A line of text. '.repeat(20);
    await mockNotes(
      page,
      Array.from({ length: count }, () => ({ content })),
    );
    await page.goto('/notes');
    await page.waitForFunction(
      (expected) => document.querySelectorAll('.note-grid li').length === expected,
      count,
    );
    const shown = await workOf(browser);
    await page.evaluate(
      async ([steps, px]) => {
        for (let step = 0; step < steps; step++) {
          scrollBy(0, px);
          await new Promise(requestAnimationFrame);
        }
      },
      [STEPS, STEP_PX] as const,
    );
    return { shown, perStep: ((await workOf(browser)) - shown) / STEPS };
  } finally {
    await browser.close();
  }
}

/** Returns the CPU time instead of the elapsed time, so that other load on the machine matters less. */
async function workOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
