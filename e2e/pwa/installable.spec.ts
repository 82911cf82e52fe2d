import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '#tooling/chromium.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect } from '../support/fixtures.ts';
import { test, visitTwice } from '../support/site-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('the worker controls the page on the second visit', async ({ page }) => {
  await visitTwice(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
    /\/sw\.js$/,
  );
});

test('with the server stopped every screen still opens', async ({ page, site }) => {
  await visitTwice(page);
  await site.stop();
  for (const path of ['/', '/about', '/help', '/login', '/login?mode=forgot', '/signup']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing|exist/i);
});

test('without a network the page says so, and stops when it is back', async ({ page, context }) => {
  await visitTwice(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('a new deploy is offered once and taken with a click', async ({ page, site }) => {
  await visitTwice(page);
  await site.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expectAccessible(page);
  expect(await scriptNames(page)).not.toContain('-next.js');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => document.scripts[0]?.src.includes('-next.js'));
  await expect(page.getByText('A new version is ready.')).toBeHidden();
});

test('coming back to the tab looks for a new deploy', async ({ page, site }) => {
  await visitTwice(page);
  await site.deploy();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('A new version is ready.')).toBeVisible();
});

test('"Later" puts the offer away, and the old version goes on working', async ({ page, site }) => {
  await visitTwice(page);
  await site.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an old tab that no worker controls opens a screen of a new deploy', async ({
  page,
  site,
}) => {
  await page.route('/sw.js', (route) => route.abort());
  await page.goto('/');
  await site.deploy();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('Chromium finds nothing that keeps the app from being installed', async ({ site }) => {
  await withFullBrowser(async (browser) => {
    const page = await browser.newPage({ baseURL: site.url });
    await visitTwice(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's pages are incognito; nothing else may stand in the way. Without it, nobody looked.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });
});

for (const [name, harm] of [
  ['missing', (file: string) => rmSync(file)],
  ['broken', (file: string) => writeFileSync(file, 'this is no script {')],
] as const)
  test(`a ${name} worker changes nothing for the website`, async ({ page, site }) => {
    await site.stop();
    harm(join(site.site, 'sw.js'));
    await site.start();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto('/');
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(errors).toEqual([]);
  });

/** Only the full browser, unlike the headless shell, knows whether an app can be installed. */
async function withFullBrowser(work: (browser: Browser) => Promise<void>) {
  const executablePath = process.env.CHROMIUM_WITH_WINDOW;
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
  });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

const scriptNames = (page: Page) =>
  page.evaluate(() => [...document.scripts].map(({ src }) => src).join(' '));
