import type { Browser } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { answerWithNotes } from './notes-helpers.ts';

// A trace pictures the whole page at every step, which is far more work than what is measured.
test.use({ trace: 'off' });

test('a list of a thousand notes costs little to show and to scroll', async ({
  signedIn: page,
  browser,
  browserName,
}) => {
  await answerWithNotes(
    page,
    Array.from({ length: 1000 }, () => ({ content: 'A line of text. '.repeat(20) })),
  );
  await page.goto('/notes');
  // Not by role: to find out who is hidden it would lay out every card there is.
  const cards = page.locator('.note-grid li');
  await expect(cards).toHaveCount(1000);
  if (browserName === 'chromium') {
    // Work rather than waiting, so that a busy machine measures the same.
    const shown = await workOf(browser);
    expect(shown, 'ms of work until they stand').toBeLessThan(3000);
    await page.evaluate(async () => {
      for (let step = 0; step < 20; step++) {
        scrollBy(0, 300);
        await new Promise(requestAnimationFrame);
      }
    });
    const perStep = ((await workOf(browser)) - shown) / 20;
    expect(perStep, 'ms of work for a step of 300 px').toBeLessThan(60);
  }
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards.last()).toBeInViewport();
  await expect(cards.last()).toContainText('Note 999');
});

async function workOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
