import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './fixtures.ts';

// The rules that a colour scheme can change; all others see the same page in light and in dark.
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing on the page as it is now, in light and in dark. */
export async function expectAccessible(page: Page) {
  await expectNoFindings(page, 'dark', COLOR_RULES);
  await expectNoFindings(page, 'light');
}

async function expectNoFindings(page: Page, colorScheme: 'light' | 'dark', rules?: string[]) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(settled);
  expect(
    await findings(page, rules),
    `axe, ${colorScheme}, ${page.viewportSize()?.width} px`,
  ).toEqual([]);
}

async function findings(page: Page, rules?: string[]) {
  // Once for each document: it is half a megabyte.
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

/** Runs in the page. Waits for transitions: a colour half way through one is nobody's colour. Endless ones go on. */
async function settled() {
  const painted = () => new Promise((done) => requestAnimationFrame(done));
  await painted();
  await painted();
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
