import type { Page } from '@playwright/test';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { coveredOnTheWay, open, overflowOf, PATHS } from '../support/site.ts';

const SMALL = { width: 320, height: 640 };

test.describe('what has focus is not covered', () => {
  test.use({ viewport: SMALL });

  test('by the bottom bar, on the way through a page', async ({ page }) => {
    await open(page, '/help');
    expect(await coveredOnTheWay(page, 30)).toEqual([]);
  });
});

test('the menu of a phone closes when the phone is turned and has room for the whole header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/about');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/help');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('no page scrolls sideways at 320 px with text of twice the size', async ({ page, admin }) => {
  test.slow();
  await page.setViewportSize(SMALL);
  await expectNoSidewaysScroll(page);
  await signInWithoutScreens(page, admin);
  await expectNoSidewaysScroll(page);
});

test('no page of a visitor scrolls sideways when another font has wider characters', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize(SMALL);
  await page.addInitScript(widenText);
  await expectNoSidewaysScroll(page);
});

test('links that stand alone on the home page are at least 44 px high', async ({ page }) => {
  await page.setViewportSize(SMALL);
  await open(page, '/');
  for (const name of ['Create an account', 'See how it is built']) {
    const box = await page.getByRole('main').getByRole('link', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
});

/** Twice as large by a font setting, and by zooming, which halves the window. */
async function expectNoSidewaysScroll(page: Page) {
  for (const path of [...PATHS, '/login?mode=forgot']) {
    await open(page, path);
    const largeText = await page.addStyleTag({ content: ':root { font-size: 200% }' });
    expect(await overflowOf(page), path).toBe(0);
    await largeText.evaluate((style) => style.parentElement?.removeChild(style));
    await page.setViewportSize({ width: SMALL.width / 2, height: SMALL.height / 2 });
    expect(await overflowOf(page), `${path}, zoomed`).toBe(0);
    await page.setViewportSize(SMALL);
  }
}

/** Runs in the page: the spacing that WCAG 1.4.12 asks every layout to hold with. */
function widenText() {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
