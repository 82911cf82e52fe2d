import type { Page } from '@playwright/test';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import {
  collectConsoleErrors,
  findCoveredElements,
  horizontalOverflow,
  open,
  PATHS,
} from '../support/site.ts';

const SMALL = { width: 320, height: 640 };
/** The window at 200% zoom. */
const ZOOMED = { width: SMALL.width / 2, height: SMALL.height / 2 };

const LARGE_TEXT = ':root { font-size: 200% }';
/** The text spacing of WCAG 1.4.12. */
const WIDE_TEXT =
  '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }';

test.use({ viewport: SMALL });

test('For a visitor, every page hydrates without console errors and never scrolls horizontally', {
  tag: '@layout',
}, async ({ page }) => {
  test.slow();
  await expectEveryPageFits(page, ['', WIDE_TEXT]);
});

test('For an admin, every page hydrates without console errors and never scrolls horizontally', {
  tag: '@layout',
}, async ({ page, admin }) => {
  test.slow();
  await signInWithoutScreens(page, admin);
  await expectEveryPageFits(page, ['']);
});

test('The bottom bar does not cover the focused element', { tag: '@layout' }, async ({ page }) => {
  await open(page, '/help');
  expect(await findCoveredElements(page, 30)).toEqual([]);
});

/** Opens every page and measures it with each style: unchanged, with large text and zoomed. */
async function expectEveryPageFits(page: Page, styles: string[]) {
  const errors = collectConsoleErrors(page);
  for (const path of [...PATHS, '/login?mode=forgot'])
    await test.step(path, async () => {
      await open(page, path);
      expect(errors).toEqual([]);
      for (const style of styles) {
        await applyStyle(page, style);
        expect(await horizontalOverflow(page), style).toBe(0);
        await page.setViewportSize(ZOOMED);
        expect(await horizontalOverflow(page), `${style}, zoomed`).toBe(0);
        await page.setViewportSize(SMALL);
        await applyStyle(page, style + LARGE_TEXT);
        expect(await horizontalOverflow(page), `${style}, large text`).toBe(0);
      }
    });
}

/** Replaces the style that an earlier call applied. */
function applyStyle(page: Page, style: string) {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
}
