import type { Page } from '@playwright/test';
import { countCalls } from '#e2e/support/account.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, open, toastTitles } from '#e2e/support/site.ts';
import { addNote, cardOf, unsentNotice } from './notes-helpers.ts';
import { expectAllSent, expectOnServer, writeNote } from './sync-helpers.ts';

const LIST = '**/api/notes';
const STREAM = '**/api/changes/stream';

test('A list that could not be loaded is not requested again by itself while the stream is open', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.clock.install();
  await addNote(request, person, { title: 'Still there' });
  const lists = countCalls(page, '/api/notes');
  const streams = countCalls(page, '/api/changes/stream');
  await page.route(LIST, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await page.goto('/notes');
  await expectToast(page, 'Error loading notes');
  await page.clock.fastForward('00:02');
  await expect.poll(() => streams.count).toBe(1);
  await addNote(request, person, { title: 'Announced by the stream' });
  // After a minute without a word of the server, the stream would have failed.
  await page.clock.fastForward('00:50');
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect.poll(() => streams.count).toBeGreaterThan(1);
  await page.clock.fastForward('00:50');

  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const title of ['Still there', 'Announced by the stream'])
    await expect(cardOf(page, title)).toBeVisible();
  expect(lists.count).toBe(2);
  expect(await toastTitles(page)).toEqual([]);
});

test('A list that could not be loaded is requested again when a stream opens after one that failed', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Still there' });
  await page.route(LIST, (route) => route.abort());
  await page.route(STREAM, (route) => route.abort());
  const streams = countCalls(page, '/api/changes/stream');
  await page.goto('/notes');
  await expectToast(page, 'Error loading notes');
  await expect.poll(() => streams.count).toBeGreaterThan(0);
  // As when a phone is locked meanwhile.
  await setVisibility(page, 'hidden');
  await page.unroute(LIST);
  await page.unroute(STREAM);
  await setVisibility(page, 'visible');
  await expect(cardOf(page, 'Still there')).toBeVisible();
});

test('A change that failed is not sent because the tab or the screen is visible again, but on request', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  const creations = countCreations(page);
  const streams = countCalls(page, '/api/changes/stream');
  await page.route(LIST, (route) => route.abort());
  await writeNote(page, { title: 'Failed once' });
  await expectToast(page, 'Creation failed', 'Network error');
  await page.unroute(LIST);

  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect.poll(() => streams.count).toBe(1);
  await addNote(request, person, { title: 'After the tab' });
  await expect(cardOf(page, 'After the tab')).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await addNote(request, person, { title: 'After the screen' });
  await expect(cardOf(page, 'After the screen')).toBeVisible();
  expect(creations.count).toBe(1);
  await expect(unsentNotice(page)).toContainText('1 change is not sent yet: Network error');

  await page.getByRole('button', { name: 'Send now' }).click();
  await expectAllSent(page);
  expect(creations.count).toBe(2);
});

test('A change that failed is sent when the connection is known to be back', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  await test.step('because a stream opens after one that failed', async () => {
    await page.route(LIST, (route) => route.abort());
    await page.route(STREAM, (route) => route.abort());
    await page.reload();
    await expectToast(page, 'Error loading notes');
    await writeNote(page, { title: 'In the tunnel' });
    await expectToast(page, 'Creation failed', 'Network error');
    await page.unroute(LIST);
    await page.unroute(STREAM);
    await expectOnServer(request, person, [{ title: 'In the tunnel' }]);
  });
  await test.step('because the device is online again, also if the screen was left meanwhile', async () => {
    // Its code cannot be loaded offline.
    await open(page, '/');
    await page.getByRole('link', { name: 'Open your notes' }).click();
    await expect(cardOf(page, 'In the tunnel')).toBeVisible();
    await context.setOffline(true);
    await writeNote(page, { title: 'On the plane' });
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Open your notes' }).click();
    await expectAllSent(page);
    await expectOnServer(request, person, [{ title: 'In the tunnel' }, { title: 'On the plane' }]);
  });
});

function countCreations(page: Page) {
  const calls = { count: 0 };
  page.on('request', (made) => {
    if (new URL(made.url()).pathname === '/api/notes' && made.method() === 'POST') calls.count++;
  });
  return calls;
}

/** Tells the page that it is hidden or visible, as when another app is in front of it. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
