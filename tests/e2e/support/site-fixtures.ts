import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';
import { startSite } from './site-server.ts';

/** Adds `site`, a separate server for each test, which the test can stop or deploy to. */
export const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
  site: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.end();
  },
  baseURL: async ({ site }, use) => use(site.url),
});

/** Visits the site twice, because the service worker controls the page from the second visit on. */
export async function visitTwice(page: Page) {
  await page.goto('/');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 10));
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}
