import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/site.ts';

const WIDTHS = [390, 834, 1440];

/** Expects that the screen is accessible and not wider than the window, at each width. */
export async function expectFits(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => horizontalOverflow(page), `${width} px`).toBe(0);
    await expectAccessible(page);
  }
}
