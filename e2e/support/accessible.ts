import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Axe has nothing to say of what the page shows now, in light and in dark. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(settled);
    expect(await findings(page), `axe, ${colorScheme}, ${page.viewportSize()?.width} px`).toEqual(
      [],
    );
  }
}

async function findings(page: Page) {
  // Its types come from another copy of Playwright. Legacy: no second page, as there are no frames.
  const axe = new AxeBuilder({ page: page as never }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** A colour half way through a transition is nobody's colour. What turns for ever is not waited for. */
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
