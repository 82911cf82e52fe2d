import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

// Measures the time from pressing Save on one device until another device of the same user shows the note.
const ROUNDS = 30;
const LOOK = { width: 1280, height: 720, scheme: 'light' } as const;

await using site = await startServerProcess(['server/main.ts']);
await using browser = await openBrowser();
const [writer, reader] = [await openNotes(), await openNotes()];
const times: number[] = [];
for (let round = 0; round < ROUNDS; round++) times.push(await measure(writer, reader, round));
times.sort((a, b) => a - b);
console.log(
  `saved on one page, visible on the other   median ${median(times).toFixed(0)} ms, slowest of ${ROUNDS} ${times.at(-1)?.toFixed(0)} ms`,
);

async function openNotes(): Promise<Page> {
  const page = await openPage(browser, site.url, 'user', LOOK);
  await page.goto('/notes');
  await page.locator('.item-grid li').first().waitFor();
  return page;
}

/** Both pages run on this machine, so that their clocks agree. */
async function measure(writer: Page, reader: Page, round: number): Promise<number> {
  const title = `Live ${round}`;
  const shownAt = reader.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const list = document.querySelector('main') as HTMLElement;
        new MutationObserver((_changes, observer) => {
          if (!list.textContent.includes(text)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        }).observe(list, { childList: true, subtree: true, characterData: true });
      }),
    title,
  );
  await writer.getByRole('button', { name: 'New note' }).click();
  await writer.getByLabel('Title').fill(title);
  await writer.getByLabel('Content').fill('Visible on every device');
  const savedAt = await writer.getByRole('button', { name: 'Save' }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    return Date.now();
  });
  return (await shownAt) - savedAt;
}
