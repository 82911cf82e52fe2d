import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { openBrowser, openPage } from '#tests/support/app-page.ts';

/** Tests the forms of added features: fields whose code arrives late move nothing, and Save names what is missing. */
export async function testItemForms(url: string) {
  const browser = await openBrowser();
  try {
    for (const width of [390, 1280]) {
      const look = { width, height: 800, scheme: 'light' } as const;
      const page = await openPage(browser, url, 'user', look);
      for (const form of FORMS) await expectNoShift(page, form);
      await expectMissingNamed(page);
    }
  } finally {
    await browser.close();
  }
}

async function expectNoShift(page: Page, [path, one, last]: (typeof FORMS)[number]) {
  const fieldsMayLoad = Promise.withResolvers<void>();
  await page.route('**/short-field*.js', async (route) => {
    await fieldsMayLoad.promise;
    await route.continue();
  });
  await open(page, path, one);
  await page.locator('.item-form').locator('.skeleton, :disabled').first().waitFor();
  const before = await page.evaluate(positions);
  fieldsMayLoad.resolve();
  await page.getByLabel(last).and(page.locator(':enabled')).waitFor();
  assert.deepEqual(await page.evaluate(positions), before, path);
  await page.unrouteAll();
}

async function expectMissingNamed(page: Page) {
  await open(page, '/stock-entries', 'stock entry');
  await page.getByLabel('Name').fill('Bolt');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const label of ['Price', 'Size', 'Bought on'])
    await page.getByText(`${label} is required`).waitFor();
  await page.getByLabel('Price').and(page.locator(':focus')).waitFor();
}

async function open(page: Page, path: string, one: string) {
  await page.goto(path);
  await page
    .getByRole('button', { name: `New ${one}` })
    .first()
    .click();
}

/** The path, the name of an item and the label of the last field. */
const FORMS = [
  ['/stock-entries', 'stock entry', 'Bought on'],
  ['/tasks', 'task', 'Due (optional)'],
] as const;

/** Returns the positions of all elements in the form. Runs in the page. */
function positions() {
  const PARTS = '.item-form .item-page-body > *, .item-form .item-page-values > *';
  // The bounding rectangle would include the opening transition of the form.
  return [...document.querySelectorAll<HTMLElement>(PARTS)].map(({ offsetTop, offsetHeight }) => [
    offsetTop,
    offsetHeight,
  ]);
}
