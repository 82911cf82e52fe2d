import { globSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '#tests/support/chromium.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test as withoutOwnServer } from '../support/fixtures.ts';
import { offlineMark, open } from '../support/site.ts';
import { test, visitTwice } from '../support/site-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('The service worker controls the page on the second visit, and every screen opens without a server', async ({
  page,
  context,
  site,
}) => {
  await visitTwice(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
    /\/sw\.js$/,
  );

  await test.step('the header says that the app is offline until the network returns', async () => {
    await context.setOffline(true);
    await expect(offlineMark(page)).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(offlineMark(page)).toBeHidden();
  });

  await site.stop();
  for (const path of ['/', '/about', '/help', '/login', '/login?mode=forgot', '/signup']) {
    await open(page, path);
  }
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing|exist/i);
});

test('A new version is found when the user returns to the tab, can be postponed and is installed with a click', async ({
  page,
  site,
}) => {
  const offer = page.getByText('A new version is ready.');
  await visitTwice(page);
  await site.deploy();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(offer).toBeVisible();
  await expectAccessible(page);

  await test.step('the old version continues to work after "Later", until the next visit', async () => {
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(offer).toBeHidden();
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await expect(offer).toBeVisible();
    expect(await scriptNames(page)).not.toContain('-next.js');
  });

  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => document.scripts[0]?.src.includes('-next.js'));
  await expect(offer).toBeHidden();
});

test('A tab without a service worker can open screens after a new version was deployed', async ({
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

test('The website works with a missing or broken service worker', async ({ page, site }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const harms = [
    (file: string) => rmSync(file),
    (file: string) => writeFileSync(file, 'this is no script {'),
  ];
  for (const harm of harms) {
    await site.stop();
    harm(join(site.site, 'sw.js'));
    await site.start();
    await page.goto('/');
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('A service worker is not installed if it gets a page instead of a script', async ({
  page,
  context,
  site,
}) => {
  await site.stop();
  const [script = ''] = globSync('assets/debug-console-*.js', { cwd: site.site });
  // The server serves a file with this extension as a page, at the address without the extension.
  renameSync(join(site.site, script), join(site.site, `${script}.html`));
  await site.start();
  const installing = context.waitForEvent('serviceworker');
  await page.goto('/');
  await installing;
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(registrations).toBe(0);
});

withoutOwnServer(
  'Chromium considers the app installable',
  { tag: '@smoke' },
  async ({ baseURL }) => {
    await withFullBrowser(async (browser) => {
      const page = await browser.newPage({ baseURL });
      await visitTwice(page);
      const devtools = await page.context().newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      // Playwright's pages are incognito, so this error proves that the check ran. No other error is allowed.
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
    });
  },
);

/** Runs work in the full browser: the headless shell cannot tell whether an app is installable. */
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
