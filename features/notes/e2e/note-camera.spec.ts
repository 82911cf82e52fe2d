import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { jpegQuality } from '#e2e/support/pictures.ts';
import { draftPhoto, jpeg, preview, storedPhoto } from './note-photo-helpers.ts';
import { cardOf, openNewNote, save, write } from './notes-helpers.ts';

test.describe('The camera', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await page.addInitScript(() => {
      const streams: MediaStream[] = [];
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        // Small, because frames are rendered in software.
        const stream = await open({ ...wanted, video: { width: 320, height: 240 } });
        streams.push(stream);
        return stream;
      };
      Object.assign(window, {
        cameras: () => streams.flatMap((one) => one.getTracks()).map((track) => track.readyState),
      });
    });
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Seen', 'With my own eyes');
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();
  });

  const cameras = (page: Page) => page.evaluate('cameras()');

  test('takes a photo, is turned off, and the photo is saved with the note', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.getByRole('button', { name: 'Capture' }).click();
    await expect(preview(page)).toBeVisible();
    expect(jpegQuality(await draftPhoto(page))).toBe(80);
    expect(await cameras(page)).toEqual(['ended']);
    const uploading = page.waitForRequest('**/api/upload');
    await save(page);
    expect((await uploading).headers()['content-type']).toContain('multipart/form-data');
    await expect(cardOf(page, 'Seen').locator('img')).toHaveJSProperty('complete', true);
    await expect(page.locator('dl')).toContainText('With photos1');
    expect((await storedPhoto(request, person)).format).toBe('jpeg');
  });

  test('is accessible', async ({ signedIn: page }) => {
    await expectAccessible(page);
  });

  for (const way of ['Escape', 'Close'] as const) {
    test(`is turned off by ${way}, which leaves the form unchanged`, async ({ signedIn: page }) => {
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('button', { name: 'Capture' })).toHaveCount(0);
      expect(await cameras(page)).toEqual(['ended']);
      await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
      await expect(page.getByLabel('Title')).toHaveValue('Seen');
      await expect(page.getByRole('alert')).toHaveText('');
    });
  }

  test('is turned off when the session ends', async ({ signedIn: page, context }) => {
    const other = await context.newPage();
    await other.goto('/about');
    await other.evaluate(() => localStorage.removeItem('app_token'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Capture' })).toHaveCount(0);
    expect(await cameras(page)).toEqual(['ended']);
  });
});

for (const [name, title] of [
  ['NotAllowedError', 'Camera permissions required'],
  ['NotFoundError', 'Camera error'],
  ['NotReadableError', 'Camera error'],
] as const) {
  test(`A camera that fails with ${name} shows '${title}'`, async ({ signedIn: page }) => {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', name));
    }, name);
    await page.goto('/notes');
    await openNewNote(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('alert')).toContainText(title);
    if (name === 'NotAllowedError')
      await expect(page.getByRole('alert')).toContainText('in your browser’s site settings');
    await expect(page.getByRole('dialog', { name: 'Camera' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  });
}

test('Without camera access, a file input with capture is used', async ({ signedIn: page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
  );
  await page.goto('/notes');
  await openNewNote(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take photo' }).click();
  const chooser = await choosing;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  expect(await chooser.element().getAttribute('accept')).toBe('image/*');
  await chooser.setFiles(await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
});
