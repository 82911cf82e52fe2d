import type { Page } from '@playwright/test';
import { kind, messages, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  expectNoItems,
  followLinkToItems,
  unsentNotice,
} from '#tests/e2e/items/helpers.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, open, toastTitles } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, writeItem } from './helpers.ts';

const STREAM = '**/api/changes/stream';

test('A list that failed to load is not requested again automatically while the stream is open', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.clock.install();
  await addItem(request, person, { title: 'Still there' });
  const lists = countCalls(page, kind.list.path);
  const streams = countCalls(page, '/api/changes/stream');
  await page.route(urls.all, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto(kind.path);
  await expectToast(page, messages.toasts.loadFailed.title);
  await page.clock.fastForward('00:02');
  await expect.poll(() => streams.count).toBe(1);
  await addItem(request, person, { title: 'Announced by the stream' });
  // After a minute without data from the server, the stream would have failed.
  await page.clock.fastForward('00:50');
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect.poll(() => streams.count).toBeGreaterThan(1);
  await page.clock.fastForward('00:50');

  await page.unroute(urls.all);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const title of ['Still there', 'Announced by the stream'])
    await expect(cardOf(page, title)).toBeVisible();
  expect(lists.count).toBe(2);
  expect(await toastTitles(page)).toEqual([]);
});

test('A list that failed to load is requested again when a stream opens after a failed one', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Still there' });
  await page.route(urls.all, (route) => route.abort());
  await page.route(STREAM, (route) => route.abort());
  const streams = countCalls(page, '/api/changes/stream');
  await page.goto(kind.path);
  await expectToast(page, messages.toasts.loadFailed.title);
  await expect.poll(() => streams.count).toBeGreaterThan(0);
  // As when the phone is locked in between.
  await setVisibility(page, 'hidden');
  await page.unroute(urls.all);
  await page.unroute(STREAM);
  await setVisibility(page, 'visible');
  await expect(cardOf(page, 'Still there')).toBeVisible();
});

test('A failed change is sent on request, but not when the tab or the screen becomes visible again', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await expectNoItems(page);
  const creations = countCreations(page);
  const streams = countCalls(page, '/api/changes/stream');
  await page.route(urls.all, (route) => route.abort());
  await writeItem(page, { title: 'Failed once' });
  await expectToast(page, 'Creation failed', 'Network error');
  await page.unroute(urls.all);

  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect.poll(() => streams.count).toBe(1);
  await addItem(request, person, { title: 'After the tab' });
  await expect(cardOf(page, 'After the tab')).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await followLinkToItems(page);
  await addItem(request, person, { title: 'After the screen' });
  await expect(cardOf(page, 'After the screen')).toBeVisible();
  expect(creations.count).toBe(1);
  await expect(unsentNotice(page)).toContainText('1 change is not sent yet: Network error');

  await page.getByRole('button', { name: 'Send now' }).click();
  await expectAllSent(page);
  expect(creations.count).toBe(2);
});

test('A failed change is sent when the connection is known to be back', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await open(page, '/');
  await followLinkToItems(page);
  await expectNoItems(page);
  await test.step('because a stream opens after a failed one', async () => {
    await page.route(urls.all, (route) => route.abort());
    await page.route(STREAM, (route) => route.abort());
    await page.reload();
    await expectToast(page, messages.toasts.loadFailed.title);
    await writeItem(page, { title: 'In the tunnel' });
    await expectToast(page, 'Creation failed', 'Network error');
    await page.unroute(urls.all);
    await page.unroute(STREAM);
    await expectOnServer(request, person, [{ title: 'In the tunnel' }]);
  });
  await test.step('because the device is online again, even if the user has left the screen', async () => {
    // The screen's code cannot be loaded offline.
    await open(page, '/');
    await followLinkToItems(page);
    await expect(cardOf(page, 'In the tunnel')).toBeVisible();
    await context.setOffline(true);
    await writeItem(page, { title: 'On the plane' });
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await context.setOffline(false);
    await followLinkToItems(page);
    await expectAllSent(page);
    await expectOnServer(request, person, [{ title: 'In the tunnel' }, { title: 'On the plane' }]);
  });
});

function countCreations(page: Page) {
  const calls = { count: 0 };
  page.on('request', (made) => {
    if (new URL(made.url()).pathname === kind.list.path && made.method() === 'POST') calls.count++;
  });
  return calls;
}

/** Tells the page that it is hidden or visible, as when another app is in front of it. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
