import type { Page } from '@playwright/test';
import { expect, PHONE, signInWithoutScreens, test } from '#e2e/native/fixtures.ts';
import { countCalls } from '#e2e/support/account.ts';

test.use(PHONE);

/** A finger on the glass, as the browser itself sees it. */
async function fingerOn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 195, y }],
    });
  return {
    async drag(px: number) {
      await touch('touchStart', 200);
      for (let step = 1; step <= 8; step++) await touch('touchMove', 200 + (px * step) / 8);
    },
    release: () => touch('touchEnd'),
  };
}

const pulled = (page: Page) =>
  page.locator('.note-stats').evaluate((stats) => getComputedStyle(stats).translate);

test.beforeEach(async ({ page, native, person }) => {
  await signInWithoutScreens(page, person);
  await native.open('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
});

test('the page follows half as far as the finger, and up to 60 px it only goes back', async ({
  page,
}) => {
  const asked = countCalls(page, '/api/notes');
  const finger = await fingerOn(page);
  const newNote = page.getByRole('button', { name: 'New note' });
  const place = await newNote.boundingBox();
  await finger.drag(120);
  expect(await pulled(page)).toBe('0px 60px');
  // What is fixed stays where it is.
  expect(await newNote.boundingBox()).toEqual(place);
  await finger.release();
  await expect.poll(() => pulled(page)).toBe('0px');
  expect(asked.count).toBe(0);
});

test('released beyond 60 px the notes load anew, under a spinner', async ({
  page,
  request,
  person,
}) => {
  await request.post('/api/notes', {
    headers: { Authorization: `Bearer ${person.token}` },
    data: { title: 'From elsewhere', content: 'Written on another device.' },
  });
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/notes$/, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const finger = await fingerOn(page);
  await finger.drag(122);
  expect(await pulled(page)).toBe('0px 61px');
  await finger.release();
  await expect(page.getByText('Refreshing notes…')).toBeAttached();
  await expect(page.locator('.pull svg')).toHaveCSS('animation-name', 'spin');
  await expect.poll(() => pulled(page)).toBe('0px 60px');
  answer();
  await expect(page.getByText('From elsewhere')).toBeVisible();
  await expect.poll(() => pulled(page)).toBe('0px');
});

test('however far the finger goes, the page follows 80 px at most', async ({ page }) => {
  const finger = await fingerOn(page);
  await finger.drag(500);
  expect(await pulled(page)).toBe('0px 80px');
  await finger.release();
});

test('a page that is scrolled down scrolls, and does not load', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => scrollTo(0, 250));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250);
  const asked = countCalls(page, '/api/notes');
  const finger = await fingerOn(page);
  await finger.drag(150);
  expect(await pulled(page)).toBe('none');
  await finger.release();
  expect(asked.count).toBe(0);
});

test('a browser pulls nothing: it has its own way to reload', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/notes`);
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  const finger = await fingerOn(page);
  await finger.drag(200);
  expect(await pulled(page)).toBe('none');
  await finger.release();
});
