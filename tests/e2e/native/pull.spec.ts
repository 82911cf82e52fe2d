import type { Page } from '@playwright/test';
import { kind, messages, urls } from '#tests/e2e/items/first-kind.ts';
import { addItem, cardOf, newButton } from '#tests/e2e/items/helpers.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { waitForTransitions } from '#tests/e2e/support/site.ts';
import { expect, PHONE, signInWithoutScreens, testOfItems as test } from './fixtures.ts';

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
  page.locator('.items-head > h1').evaluate((title) => getComputedStyle(title).translate);

test('Pulling moves the page by half the distance and reloads the items when released beyond 60 px', async ({
  page,
  native,
  request,
  person,
}) => {
  await addItem(request, person, { title: 'Here before' });
  await signInWithoutScreens(page, person);
  await native.open(kind.path);
  await expect(cardOf(page, 'Here before')).toBeVisible();
  const requests = countCalls(page, kind.list.path);
  const touch = await createTouch(page);

  await test.step('at 60 px the page returns', async () => {
    const add = newButton(page);
    await waitForTransitions(page);
    const place = await add.boundingBox();
    await touch.drag(120);
    expect(await pulled(page)).toBe('0px 60px');
    // Fixed elements do not move.
    expect(await add.boundingBox()).toEqual(place);
    await touch.release();
    await expect.poll(() => pulled(page)).toBe('0px');
    expect(requests.count).toBe(0);
  });

  await test.step('beyond 60 px a spinner is shown until the items are loaded', async () => {
    await addItem(request, person, { title: 'From elsewhere' });
    const mayRespond = Promise.withResolvers<void>();
    await page.route(urls.all, async (route) => {
      await mayRespond.promise;
      await route.continue();
    });
    await touch.drag(122);
    expect(await pulled(page)).toBe('0px 61px');
    await touch.release();
    await expect(page.getByText(messages.refreshing)).toBeAttached();
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
  await addItem(request, person, { title: 'Here before' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Here before')).toBeVisible();
  const touch = await createTouch(page);
  await touch.drag(200);
  expect(await pulled(page)).toBe('none');
  await touch.release();
});
