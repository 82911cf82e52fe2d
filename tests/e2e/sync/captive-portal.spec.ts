import type { Page } from '@playwright/test';
import { storedKeys } from '#tests/e2e/items/device.ts';
import { itemUrl, kind, messages, NO_PHOTO } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { addItem, addPhoto, cardOf, type ServerItem } from '#tests/e2e/items/helpers.ts';
import { reader } from '#tests/e2e/items/reader.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';

const photoOf = (page: Page) => reader(page).locator('.reader-photo img');

test.describe('With an item whose thumbnail is stored on this device', () => {
  let item: ServerItem;

  test.skip(!kind.photo, NO_PHOTO);

  test.beforeEach(async ({ signedIn: page, person, request }) => {
    const photo_path = await addPhoto(request, person);
    item = await addItem(request, person, { title: 'Harbour', photo_path });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Harbour').locator('img')).toBeVisible();
    await expect.poll(() => storedKeys(page, 'thumbnails')).toHaveLength(1);
  });

  test('a network that answers everything with its own page deletes nothing, and the list is not shown as current', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
    );
    await page.goto(itemUrl(item));
    await expectToast(page, messages.toasts.loadFailed.title);
    await expect(page.getByText('Last loaded on')).toBeVisible();
    await expect(photoOf(page)).toHaveJSProperty('naturalWidth', 320);
    await expect(cardOf(page, 'Harbour').locator('img')).toBeVisible();
    expect(await storedKeys(page, 'thumbnails')).toHaveLength(1);

    await page.unroute('**/api/**');
    await expect(page.getByText('Last loaded on')).toHaveCount(0);
    await page.reload();
    await expect(photoOf(page)).toHaveJSProperty('naturalWidth', 800);
  });

  for (const [failure, response] of [
    ['the server is overloaded', { status: 503, json: { success: false, error: 'Busy' } }],
    ['the large photo is damaged', { contentType: 'image/webp', body: 'not a picture' }],
  ] as const)
    test(`the reading view shows the thumbnail while ${failure}`, async ({ signedIn: page }) => {
      await page.route('**/api/file/**', (route) => route.fulfill(response));
      await page.goto(itemUrl(item));
      await expect(photoOf(page)).toHaveJSProperty('naturalWidth', 320);
      await expect(page.getByText('Failed to load')).toHaveCount(0);
      expect(await storedKeys(page, 'thumbnails')).toHaveLength(1);
    });
});

test('A stream that ends without an event counts as failed, even if its content type is right', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Harbour' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  await page.route('**/api/changes/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': proxy\n\n' }),
  );
  await page.reload();
  await expect(page.getByText('Last loaded on')).toBeVisible();
});
