import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import type { Note } from '../contract.ts';
import { addNote, addPhoto, cardOf, storedKeys } from './notes-helpers.ts';

const reader = (page: Page) => page.getByRole('article');
const photoOf = (page: Page) => reader(page).locator('.reader-photo img');

test.describe('With a note whose thumbnail is stored on this device', () => {
  let note: Note;

  test.beforeEach(async ({ signedIn: page, person, request }) => {
    const photo_path = await addPhoto(request, person);
    note = await addNote(request, person, { title: 'Harbour', photo_path });
    await page.goto('/notes');
    await expect(cardOf(page, 'Harbour').locator('img')).toBeVisible();
    await expect.poll(() => storedKeys(page, 'thumbnails')).toHaveLength(1);
  });

  test('a network that answers everything with its own page deletes nothing, and the list is not called current', async ({
    signedIn: page,
  }) => {
    await page.route('**/api/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
    );
    await page.goto(`/notes?note=${note.id}`);
    await expectToast(page, 'Error loading notes');
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
      await page.goto(`/notes?note=${note.id}`);
      await expect(photoOf(page)).toHaveJSProperty('naturalWidth', 320);
      await expect(page.getByText('Failed to load')).toHaveCount(0);
      expect(await storedKeys(page, 'thumbnails')).toHaveLength(1);
    });
});

test('A stream that ends without an event has failed, also if its type is right', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Harbour' });
  await page.goto('/notes');
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  await page.route('**/api/changes/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ': proxy\n\n' }),
  );
  await page.reload();
  await expect(page.getByText('Last loaded on')).toBeVisible();
});
