import type { Page } from '@playwright/test';
import { FIRST_LOAD_SCRIPT_KB, FIRST_LOAD_STYLE_KB } from '#client/marketing/budget.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

test(`a first visit costs at most ${FIRST_LOAD_SCRIPT_KB} KB of script and ${FIRST_LOAD_STYLE_KB} KB of styles`, async ({
  page,
}) => {
  const transferred = { script: 0, style: 0 };
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url());
    const kind = pathname.endsWith('.js')
      ? 'script'
      : pathname.endsWith('.css')
        ? 'style'
        : undefined;
    if (!kind) return;
    expect(answer.headers()['content-encoding'], pathname).toBe('br');
    transferred[kind] += Number(answer.headers()['content-length']);
  });
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(transferred.script).toBeGreaterThan(0);
  expect(transferred.style).toBeGreaterThan(0);
  expect(transferred.script / 1024).toBeLessThanOrEqual(FIRST_LOAD_SCRIPT_KB);
  expect(transferred.style / 1024).toBeLessThanOrEqual(FIRST_LOAD_STYLE_KB);
});

for (const width of [390, 1440]) {
  test(`nothing moves on the marketing pages at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/about', '/help']) {
      expect(await shiftsOf(page, path), path).toEqual([]);
    }
  });

  test(`nothing moves when the home page learns who is there, at ${width} px`, async ({
    signedIn,
  }) => {
    await signedIn.setViewportSize({ width, height: 800 });
    expect(await shiftsOf(signedIn, '/')).toEqual([]);
  });
}

/** Also of what only a scroll brings: pictures that load late must have their place already. */
async function shiftsOf(page: Page, path: string) {
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
              // Scrolling itself reports fractions of a pixel, and the bar that is fixed to the window.
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
