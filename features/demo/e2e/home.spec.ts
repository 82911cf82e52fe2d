import type { Locator } from '@playwright/test';
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
const MAX_HEIGHT_ELSEWHERE_PX = 3450;

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
    const tryDemo = main.getByRole('button', { name: 'Try the demo' });
    await expect(tryDemo).toBeInViewport();
    expect((await boxOf(tryDemo)).y).toBeLessThan((await boxOf(main.getByText(COMMAND))).y);
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

test('Screenshots of the app are on the home page beside its text, and below it in narrow windows', {
  tag: '@layout',
}, async ({ page }) => {
  await open(page, '/');
  const main = page.getByRole('main');
  const faces = main.getByRole('img').and(page.locator('img'));
  const title = main.getByRole('heading', { level: 1 });
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await expect(faces).toHaveCount(3);
      const { x, y, width: textWidth, height: textHeight } = await boxOf(title);
      for (const face of await faces.all()) {
        await expect(face).toBeInViewport({ ratio: 0.99 });
        const box = await boxOf(face);
        expect(box.x).toBeGreaterThanOrEqual(x + textWidth);
        expect(box.y + box.height).toBeGreaterThan(y + textHeight);
      }
    });
  await test.step('820 × 1180', async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    const below = await boxOf(main.getByRole('link', { name: 'How it is built' }).first());
    for (const face of await faces.all()) {
      const box = await boxOf(face);
      expect(box.y).toBeGreaterThanOrEqual(below.y + below.height);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(820);
    }
  });
});

test('A phone shows one whole screenshot and downloads no other', { tag: '@layout' }, async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/pictures/')) requested.push(request.url());
  });
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(colorScheme, async () => {
      requested.length = 0;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(PHONE);
      await open(page, '/');
      const face = page.getByRole('main').getByRole('img').and(page.locator('img'));
      await expect(face).toHaveCount(1);
      await face.scrollIntoViewIfNeeded();
      await expect(face).toHaveJSProperty('complete', true);
      const box = await boxOf(face);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
      expect(box.height / box.width).toBeCloseTo(2, 1);
      expect(requested.map((url) => new URL(url).pathname)).toEqual([
        `/pictures/notes-phone-${colorScheme}.webp`,
      ]);
      await expectAccessible(page);
    });
});

test('The largest element of the home page on a computer is a screenshot that does not wait for the layout', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const largest = () =>
    page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) => {
          type Paint = PerformanceEntry & { element?: Element };
          new PerformanceObserver((list) =>
            resolve((list.getEntries() as Paint[]).at(-1)?.element?.outerHTML),
          ).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  await expect.poll(largest).toMatch(/^<img .*notes-wide/);
  expect(await largest()).toContain('fetchpriority="high"');
  expect(await largest()).not.toContain('loading=');
});

test('A signed-in user is greeted in a title, and opens the notes with the first button', {
  tag: '@layout',
}, async ({ signedIn }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await signedIn.emulateMedia({ colorScheme });
    for (const width of [390, 1440]) {
      await signedIn.setViewportSize({ width, height: 844 });
      await open(signedIn, '/');
      const main = signedIn.getByRole('main');
      const greeting = main.getByText('Welcome back, Ada');
      const fontPx = await greeting.evaluate((node) =>
        Number.parseFloat(getComputedStyle(node).fontSize),
      );
      expect(fontPx).toBeGreaterThanOrEqual(30);
      const first = main.getByRole('link').first();
      await expect(first).toHaveText('Open your notes');
      const box = await boxOf(first);
      expect(box.y).toBeGreaterThan((await boxOf(greeting)).y);
      expect(box.y + box.height).toBeLessThan(
        (await boxOf(main.getByRole('heading', { level: 1 }))).y,
      );
      await expect(main.getByRole('link', { name: 'Open your notes' })).toHaveCount(1);
      await expectAccessible(signedIn);
    }
  }
});

test('The capabilities say that writing works offline and what proves it', async ({ page }) => {
  await open(page, '/');
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Writes offline, live on every device' }) });
  await expect(item).toContainText('A simulator proves it');
});

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

  await page.getByRole('link', { name: app.name }).click();
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

/** Returns the position and size of a visible element. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}
