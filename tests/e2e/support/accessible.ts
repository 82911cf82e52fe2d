import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';
import { waitForTransitions } from './site.ts';

// Only the results of these rules depend on the colour scheme.
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds no problems on the current page, in light and dark. */
export async function expectAccessible(page: Page) {
  await expectNoFindings(page, 'dark', COLOR_RULES);
  await expectNoFindings(page, 'light');
}

async function expectNoFindings(page: Page, colorScheme: 'light' | 'dark', rules?: string[]) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Colours during a transition are not final.
  await waitForTransitions(page);
  expect(
    await runAxe(page, rules),
    `axe, ${colorScheme}, ${page.viewportSize()?.width} px`,
  ).toEqual([]);
}

async function runAxe(page: Page, rules?: string[]) {
  // Loaded once per document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}
