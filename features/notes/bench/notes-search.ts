import type { Page } from '@playwright/test';
import { formatNumber } from '#shared/format-number.ts';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { mockNotes } from '../testing/mock-notes.ts';

// Measures the search of 10,000 notes of about 1,000 characters in the browser, with the processor as it is and slowed
// down four times: from a key press until the result is painted, and the tasks that block the page in that time. The
// first key press on a page also loads the code and folds all notes.
const NOTES = 10_000;
const TYPED = '9999';
const ROUNDS = 8;
const SLOWDOWNS = [1, 4];

const notes = Array.from({ length: NOTES }, (_, index) => ({
  title: `Number ${index}`,
  content: 'Schöne Grüße aus 東京, naïve Gedanken und viel Text. '.repeat(19),
}));

await using site = await startServerProcess(['server/main.ts']);
await using browser = await openBrowser();
for (const slowdown of SLOWDOWNS) await measure(slowdown);

async function measure(slowdown: number) {
  const look = { width: 1280, height: 720, scheme: 'light' } as const;
  const page = await openPage(browser, site.url, 'user', look);
  await mockNotes(page, notes);
  // Otherwise the notes of the account would follow.
  await page.route('**/api/changes?*', (route) =>
    route.fulfill({ json: { success: true, seq: 0, changes: {}, more: false, reset: false } }),
  );
  await page.goto('/notes');
  await page.locator(`.note-stats dd:text-is("${formatNumber(NOTES)}")`).waitFor();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(recordLongTasks);

  await page.locator('input[type=search]').evaluate((field: HTMLElement) => field.focus());
  const firstMs = await measureKey(page, '9');
  const keyMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.keyboard.press('Escape');
    await page.locator('.item-found:empty').waitFor({ state: 'attached' });
    for (let typed = 1; typed <= TYPED.length; typed++)
      keyMs.push(await measureKey(page, TYPED.slice(0, typed)));
  }
  const longTasks = await page.evaluate(() => window.longTasks ?? []);
  console.log(
    `processor ${slowdown} × slower   first key ${firstMs.toFixed(0)} ms, then ${median(keyMs).toFixed(0)} ms (at most ${Math.max(...keyMs).toFixed(0)} ms); tasks over 50 ms: ${longTasks.length}, longest ${Math.max(0, ...longTasks).toFixed(0)} ms`,
  );
  await page.context().close();
}

/** Presses the last key of a query and measures until its result is painted. */
function measureKey(page: Page, query: string) {
  const count = notes.filter(({ title }) => title.includes(query)).length;
  const expected = `${formatNumber(count)} of ${formatNumber(NOTES)} notes`;
  return page.evaluate(
    async ({ query, expected }) => {
      const field = document.querySelector('input[type=search]') as HTMLInputElement;
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const start = performance.now();
      setter?.call(field, query);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      while (document.querySelector('.item-found')?.textContent !== expected)
        await new Promise(requestAnimationFrame);
      // A message arrives after the frame that contains the result.
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port2.onmessage = resolve;
        requestAnimationFrame(() => port1.postMessage(undefined));
      });
      return performance.now() - start;
    },
    { query, expected },
  );
}

declare global {
  interface Window {
    longTasks?: number[];
  }
}

function recordLongTasks() {
  const durations: number[] = [];
  window.longTasks = durations;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  }).observe({ type: 'longtask' });
}
