import type { Page } from '@playwright/test';
import { measuredScreens } from '#tests/support/measured-screens.ts';
import { openMeasured } from '#tests/support/screen-cost.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

for (const screen of await measuredScreens()) {
  test(`A first visit to the screen "${screen.name}" downloads no more than its budget`, async ({
    page,
    person,
    admin,
  }) => {
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(new URL(response.url()).pathname))
        expect(response.headers()['content-encoding'], response.url()).toBe('br');
    });
    if (screen.as) await signInWithoutScreens(page, screen.as === 'admin' ? admin : person);
    const { startKb, scriptKb, styleKb, requests } = await openMeasured(page, screen);
    const { budget } = screen;
    expect(styleKb).toBeGreaterThan(0);
    expect(styleKb, 'styles, KB').toBeLessThanOrEqual(budget.styleKb);
    expect(startKb, 'script at once, KB').toBeLessThanOrEqual(budget.startKb);
    expect(scriptKb, 'script in use, KB').toBeLessThanOrEqual(budget.scriptKb);
    expect(requests, 'requests').toBeLessThanOrEqual(budget.requests);
  });
}

for (const width of [390, 1440]) {
  test(`The layout does not shift at ${width} px, not even when the session is restored`, {
    tag: width === 390 ? ['@layout', '@smoke'] : '@layout',
  }, async ({ page, person }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/about', '/help'])
      expect(await layoutShiftsOn(page, path), path).toEqual([]);
    await signInWithoutScreens(page, person);
    expect(await layoutShiftsOn(page, '/'), 'signed in').toEqual([]);
  });
}

/**
 * Lists the layout shifts of a page, including shifts while scrolling: images that load late must have reserved space.
 */
async function layoutShiftsOn(page: Page, path: string) {
  await open(page, path);
  await page.waitForLoadState('networkidle');
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, 700);
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Shift[])
              // Scrolling itself reports fractions of a pixel and the fixed bottom bar.
              .filter(({ value }) => value >= 0.001)
              .filter(
                ({ sources }) => !sources.every(({ node }) => node?.closest('.bottom-navigation')),
              )
              .map(
                ({ value, sources }) => `${value} ${sources.map(({ node }) => node?.className)}`,
              ),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(resolve, 200, []);
      }),
  );
}
