import type { Page } from '@playwright/test';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { findCoveredElements, horizontalOverflow, open, PATHS } from '../support/site.ts';

const SMALL = { width: 320, height: 640 };

test.describe('The focused element is not covered', () => {
  test.use({ viewport: SMALL });

  test('by the bottom bar while tabbing through a page', async ({ page }) => {
    await open(page, '/help');
    expect(await findCoveredElements(page, 30)).toEqual([]);
  });
});

test('The mobile menu closes when the rotated phone has space for the whole header', async ({
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

test('No page scrolls horizontally at 320 px with text at 200%', async ({ page, admin }) => {
  test.slow();
  await page.setViewportSize(SMALL);
  await expectNoHorizontalScroll(page);
  await signInWithoutScreens(page, admin);
  await expectNoHorizontalScroll(page);
});

test('No public page scrolls horizontally with wider text spacing', async ({ page }) => {
  test.slow();
  await page.setViewportSize(SMALL);
  await page.addInitScript(widenText);
  await expectNoHorizontalScroll(page);
});

test('Standalone links on the home page are at least 44 px high', async ({ page }) => {
  await page.setViewportSize(SMALL);
  await open(page, '/');
  for (const name of ['Create an account', 'See how it is built']) {
    const box = await page.getByRole('main').getByRole('link', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
});

/** Checks every page with a root font size of 200% and with 200% zoom, which halves the window. */
async function expectNoHorizontalScroll(page: Page) {
  for (const path of [...PATHS, '/login?mode=forgot']) {
    await open(page, path);
    const largeText = await page.addStyleTag({ content: ':root { font-size: 200% }' });
    expect(await horizontalOverflow(page), path).toBe(0);
    await largeText.evaluate((style) => style.parentElement?.removeChild(style));
    await page.setViewportSize({ width: SMALL.width / 2, height: SMALL.height / 2 });
    expect(await horizontalOverflow(page), `${path}, zoomed`).toBe(0);
    await page.setViewportSize(SMALL);
  }
}

/** Runs in the page. Applies the text spacing of WCAG 1.4.12. */
function widenText() {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
