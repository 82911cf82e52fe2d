import type { Page } from '@playwright/test';
import { expect, PHONE, signInWithoutScreens, test } from '#e2e/native/fixtures.ts';
import { countCalls } from '#e2e/support/account.ts';
import { waitForTransitions } from '#e2e/support/site.ts';
import { addNote, cardOf } from '../notes-helpers.ts';

test.use(PHONE);

/** Creates a touch that the browser handles like a real one. */
async function createTouch(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: 195, y }],
    });
  return {
    async drag(px: number) {
      await dispatch('touchStart', 200);
      for (let step = 1; step <= 8; step++) await dispatch('touchMove', 200 + (px * step) / 8);
    },
    release: () => dispatch('touchEnd'),
  };
}

const pulled = (page: Page) =>
  page.locator('.note-stats').evaluate((stats) => getComputedStyle(stats).translate);

test('Pulling moves the page by half the distance and reloads the notes when released beyond 60 px', async ({
  page,
  native,
  request,
  person,
}) => {
  await addNote(request, person, { title: 'Here before' });
  await signInWithoutScreens(page, person);
  await native.open('/notes');
  await expect(cardOf(page, 'Here before')).toBeVisible();
  const requests = countCalls(page, '/api/notes');
  const touch = await createTouch(page);

  await test.step('at 60 px the page returns', async () => {
    const newNote = page.getByRole('button', { name: 'New note' });
    await waitForTransitions(page);
    const place = await newNote.boundingBox();
    await touch.drag(120);
    expect(await pulled(page)).toBe('0px 60px');
    // Fixed elements do not move.
    expect(await newNote.boundingBox()).toEqual(place);
    await touch.release();
    await expect.poll(() => pulled(page)).toBe('0px');
    expect(requests.count).toBe(0);
  });

  await test.step('beyond 60 px a spinner is shown until the notes are loaded', async () => {
    await request.post('/api/notes', {
      headers: { Authorization: `Bearer ${person.token}` },
      data: { title: 'From elsewhere', content: 'Written on another device.' },
    });
    const mayRespond = Promise.withResolvers<void>();
    await page.route(/\/api\/notes$/, async (route) => {
      await mayRespond.promise;
      await route.continue();
    });
    await touch.drag(122);
    expect(await pulled(page)).toBe('0px 61px');
    await touch.release();
    await expect(page.getByText('Refreshing notes…')).toBeAttached();
    await expect(page.locator('.pull svg')).toHaveCSS('animation-name', 'spin');
    await expect.poll(() => pulled(page)).toBe('0px 60px');
    mayRespond.resolve();
    await expect(page.getByText('From elsewhere')).toBeVisible();
    await expect.poll(() => pulled(page)).toBe('0px');
    expect(requests.count).toBe(1);
  });
});

test('In a browser, pulling does nothing because browsers have their own reload gesture', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Here before' });
  await page.goto('/notes');
  await expect(cardOf(page, 'Here before')).toBeVisible();
  const touch = await createTouch(page);
  await touch.drag(200);
  expect(await pulled(page)).toBe('none');
  await touch.release();
});
