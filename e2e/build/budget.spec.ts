import type { Page } from '@playwright/test';
import { FIRST_LOAD_SCRIPT_KB, FIRST_LOAD_STYLE_KB } from '#client/marketing/budget.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

test(`A first visit downloads at most ${FIRST_LOAD_SCRIPT_KB} KB of script and ${FIRST_LOAD_STYLE_KB} KB of styles`, async ({
  page,
}) => {
  const transferred = { script: 0, style: 0 };
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    const kind = pathname.endsWith('.js')
      ? 'script'
      : pathname.endsWith('.css')
        ? 'style'
        : undefined;
    if (!kind) return;
    expect(response.headers()['content-encoding'], pathname).toBe('br');
    transferred[kind] += Number(response.headers()['content-length']);
  });
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(transferred.script).toBeGreaterThan(0);
  expect(transferred.style).toBeGreaterThan(0);
  expect(transferred.script / 1024).toBeLessThanOrEqual(FIRST_LOAD_SCRIPT_KB);
  expect(transferred.style / 1024).toBeLessThanOrEqual(FIRST_LOAD_STYLE_KB);
});

for (const width of [390, 1440]) {
  test(`The layout does not shift at ${width} px, not even when the session is restored`, async ({
    page,
    person,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/about', '/help'])
      expect(await layoutShiftsOn(page, path), path).toEqual([]);
    await signInWithoutScreens(page, person);
    expect(await layoutShiftsOn(page, '/'), 'signed in').toEqual([]);
  });
}

/** Lists the layout shifts of a page, including those while scrolling: images that load late must have reserved space. */
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
