import { app } from '#app';
import { COPIED_DURATION_MS } from '#client/constants.ts';
import { visitorAccount } from '#server/demo/content.ts';
import { STORAGE_KEY_USER } from '#shared/constants.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect, test } from '#tests/e2e/support/fixtures.ts';
import { expectToast, holdCode, open } from '#tests/e2e/support/site.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { startCommand } from '../client/home/start-command.ts';

const PHONE = { width: 390, height: 844 };
/** Half of the earlier height, with a font as wide as the fonts of phones. */
const MAX_HEIGHT_PX = 3250;
/** More lines of text in a wide font, and higher lines in Firefox. */
const MAX_HEIGHT_ELSEWHERE_PX = 3_500;

const COMMAND = startCommand(app.sourceUrl);

test(
  'The home page says what it is, links to the source code and copies the command that starts it, by keyboard',
  { tag: ['@layout', '@smoke'] },
  async ({ page, context, browserName }, testInfo) => {
    if (browserName === 'chromium')
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    await page.setViewportSize(PHONE);
    await open(page, '/');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(app.tagline);
    await expect(main.getByText('A finished app to build yours on')).toBeInViewport();
    await expect(main.getByText(COMMAND)).toBeInViewport();
    await expect(main.getByRole('button', { name: 'Try the demo' })).toBeInViewport();
    const source = main.getByRole('link', { name: 'Source code' });
    if (app.sourceUrl) await expect(source).toHaveAttribute('href', app.sourceUrl);
    else await expect(source).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      testInfo.project.name === 'chromium' ? MAX_HEIGHT_PX : MAX_HEIGHT_ELSEWHERE_PX,
    );

    for (const name of ['Source code', 'See how it is built']) {
      const box = await main.getByRole('link', { name }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
    }

    await main.getByRole('button', { name: 'Copy', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(main.getByRole('button', { name: 'Copied' })).toBeFocused();
    await expect(main.getByRole('status')).toHaveText('Copied');
    await expectAccessible(page);
    if (browserName === 'chromium')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(COMMAND);
    await page.clock.runFor(COPIED_DURATION_MS);
    await expect(main.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();

    await page.evaluate(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('No', 'NotAllowedError'));
    });
    await page.keyboard.press('Enter');
    await expectToast(page, 'Not copied');
    expect(await page.evaluate(() => String(getSelection()))).toBe(COMMAND);
  },
);

test('"Try the demo" signs in with the demo account, even when pressed before the app is loaded', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const release = await holdCode(page);
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Try the demo' });
  await button.click();
  await expect(button).toHaveAttribute('data-held');
  release();
  await expect(page).not.toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY_USER);
  expect(JSON.parse(stored ?? '').email).toBe(visitorAccount.email);

  await page.getByRole('link', { name: app.name, exact: true }).click();
  await expect(page.getByText('Welcome back, Dana')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toHaveCount(0);
});

test('"Try the demo" on a public demo gives each visitor their own account', async ({
  browser,
}) => {
  const demo = await startServerProcess(['server/main.ts'], { env: { PUBLIC_DEMO: 'true' } });
  try {
    const emails = new Set([visitorAccount.email]);
    for (const count of [2, 3]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await open(page, demo.url);
      await page.getByRole('button', { name: 'Try the demo' }).click();
      await expect(page).not.toHaveURL(`${demo.url}/`);
      // Still signed in after a reload.
      await page.reload();
      await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
      const stored = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY_USER);
      expect(emails.add(JSON.parse(stored ?? '').email).size).toBe(count);
      await context.close();
    }
  } finally {
    await demo.stop();
  }
});

test('"Try the demo" shows why it could not sign in', async ({ page }) => {
  await open(page, '/');
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: { success: false, error: 'Invalid email or password.' } }),
  );
  await page.getByRole('button', { name: 'Try the demo' }).click();
  await expectToast(page, 'Sign in failed', 'Invalid email or password.');
  await expect(page).toHaveURL('/');
});

test('In production, the same build offers no demo', async ({ page }) => {
  const production = await startServerProcess(['server/main.ts'], {
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  try {
    await open(page, production.url);
    await expect(page.getByRole('link', { name: 'Open your notes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeHidden();
    const html = await (await page.request.get(production.url)).text();
    expect(html).not.toContain(visitorAccount.password);
  } finally {
    await production.stop();
  }
});

test('Without JavaScript the home page has no button that needs it', async ({
  pageWithoutScript: page,
}) => {
  await page.goto('/');
  await expect(page.getByText(COMMAND)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open your notes' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});
