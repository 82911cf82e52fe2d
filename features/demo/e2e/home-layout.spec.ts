import type { Locator } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect, test } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';

const PHONE = { width: 390, height: 844 };

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
      const command = await boxOf(main.getByRole('button', { name: 'Copy', exact: true }));
      const button = await boxOf(main.getByRole('button', { name: 'Try the demo' }));
      expect(button.y + button.height).toBeLessThanOrEqual(command.y);
      const { x, y, width: textWidth, height: textHeight } = await boxOf(title);
      for (const face of await faces.all()) {
        await expect(face).toBeInViewport({ ratio: 0.99 });
        const box = await boxOf(face);
        expect(box.width).toBeGreaterThan(120);
        expect(box.x).toBeGreaterThanOrEqual(x + textWidth);
        expect(box.y + box.height).toBeGreaterThan(y + textHeight);
      }
    });
  await test.step('820 × 1180', async () => {
    await page.setViewportSize({ width: 820, height: 1180 });
    const below = await boxOf(main.getByRole('link', { name: 'How it is built' }).first());
    for (const face of await faces.all()) {
      const box = await boxOf(face);
      expect(box.width).toBeGreaterThan(120);
      expect(box.y).toBeGreaterThanOrEqual(below.y + below.height);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(820);
    }
  });
});

test('A phone shows one whole screenshot and downloads no other', { tag: '@layout' }, async ({
  page,
  browserName,
}) => {
  // Playwright does not emulate a colour scheme in Firefox.
  const schemes = browserName === 'firefox' ? (['light'] as const) : (['light', 'dark'] as const);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/pictures/')) requested.push(request.url());
  });
  for (const colorScheme of schemes)
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
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada');
      const button = main.getByRole('link', { name: 'Open your notes' });
      await expect(button).toHaveCount(1);
      await expect(main.getByRole('link').first()).toHaveText('Open your notes');
      const { y } = await boxOf(button);
      expect(y).toBeGreaterThan((await boxOf(greeting)).y);
      const description = main.getByText('A complete app with').filter({ visible: true });
      expect(y).toBeLessThan((await boxOf(description)).y);
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

/** Returns the position and size of a visible element. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}
