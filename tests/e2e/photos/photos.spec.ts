import type { Page } from '@playwright/test';
import { expectOutboxEmpty } from '#tests/e2e/items/device.ts';
import { kind, messages, NO_PHOTO, valuesOf } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  addPhoto,
  bearer,
  cardOf,
  itemsOf,
  openNewForm,
  picture,
  save,
  titleInput,
  write,
} from '#tests/e2e/items/helpers.ts';
import { mockItems } from '#tests/e2e/items/mock-items.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { jpegQuality } from '#tests/e2e/support/pictures.ts';
import { captureRequestBody, expectToast } from '#tests/e2e/support/site.ts';
import { choose, draftPhoto, jpeg, preview, storedPhoto } from './helpers.ts';

test.skip(!kind.photo, NO_PHOTO);

test('The gallery returns a photo that is resized to 2048 px before the upload', {
  tag: '@smoke',
}, async ({ signedIn: page, person, request }) => {
  await page.goto(kind.path);
  await openNewForm(page);

  await test.step('it can be cancelled', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    await (await choosing).element().dispatchEvent('cancel');
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveText('');
    await expect(page.getByRole('dialog', { name: messages.add })).toBeVisible();
  });

  await test.step("a file that is not an image shows 'Selection error'", async () => {
    const buffer = Buffer.from('%PDF-1.7 not a picture');
    await choose(page, [{ name: 'photo.png', mimeType: 'image/png', buffer }]);
    await expectToast(page, 'Selection error');
    await expect(preview(page)).toHaveCount(0);
  });

  await test.step('a removed photo returns the focus to the gallery button', async () => {
    await choose(page, await jpeg(60, 40));
    await expect(preview(page)).toBeVisible();
    await page.getByRole('button', { name: 'Remove photo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose from gallery' })).toBeFocused();
  });

  await write(page, 'Large', 'Very');
  await choose(page, await jpeg(3000, 1500));
  await expect(preview(page)).toHaveJSProperty('naturalWidth', 2048);
  expect(jpegQuality(await draftPhoto(page))).toBe(70);
  await save(page);
  await expect(cardOf(page, 'Large').locator('img')).toBeVisible();
  await expectOutboxEmpty(page);
  expect(await storedPhoto(request, person)).toMatchObject({ width: 2048, height: 1024 });
});

test('An item without a photo is sent with photo_path null, and a photo file is named after the time', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Plain', 'Text only');
  const sent = await captureRequestBody(page, 'POST');
  await save(page);
  expect(await sent()).toMatchObject({
    ...valuesOf({ title: 'Plain', text: 'Text only' }),
    photo_path: null,
  });
  await expectOutboxEmpty(page);

  await openNewForm(page);
  await write(page, 'Illustrated', 'With a photo');
  await choose(page, await jpeg(60, 40));
  await expect(preview(page)).toBeVisible();
  const named = await captureFileName(page);
  const before = Date.now();
  await save(page);
  const [, time, format] = /^photo-(\d+)\.(\w+)$/.exec(await named()) ?? [];
  expect(format).toBe('jpeg');
  expect(Number(time)).toBeGreaterThanOrEqual(before);
  expect(Number(time)).toBeLessThanOrEqual(Date.now());
});

test.describe('The photo of an item', () => {
  test.beforeEach(async ({ signedIn: page, person, request }) => {
    await addItem(request, person, {
      title: 'Illustrated',
      photo_path: await addPhoto(request, person),
    });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Illustrated').locator('img')).toBeVisible();
  });

  test('is not uploaded again if it did not change, and can be replaced and removed', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const uploads = countCalls(page, '/api/upload');
    const edit = () => cardOf(page, 'Illustrated').getByRole('button', { name: 'Edit' }).click();
    const photo = page.getByRole('dialog').getByRole('img', { name: 'Photo of “Illustrated' });

    await test.step('unchanged', async () => {
      await edit();
      await expect(photo).toBeVisible();
      await titleInput(page).fill('Illustrated still');
      const sent = await captureRequestBody(page, 'PUT');
      await save(page);
      expect(await sent()).not.toHaveProperty('photo_path');
      await expect(cardOf(page, 'Illustrated still').locator('img')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectOutboxEmpty(page);
      expect(uploads.count).toBe(0);
    });

    await test.step('replaced', async () => {
      const [before] = await itemsOf(request, person);
      await edit();
      await choose(page, await jpeg(60, 40));
      await expect(preview(page)).toBeVisible();
      await save(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectOutboxEmpty(page);
      expect(await storedPhoto(request, person)).toMatchObject({ width: 60, height: 40 });
      const old = `/api/file/files/${before?.photo_path}`;
      await expect
        .poll(async () => (await request.get(old, { headers: bearer(person) })).status())
        .toBe(404);
    });

    await test.step('marked for removal, restored, and removed by saving', async () => {
      await edit();
      await page.getByRole('button', { name: 'Remove photo' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('The photo will be removed when you save.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Keep photo' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(photo).toBeVisible();
      await expect(page.getByRole('button', { name: 'Remove photo' })).toBeFocused();
      await page.keyboard.press('Enter');
      const sent = await captureRequestBody(page, 'PUT');
      await save(page);
      expect(await sent()).toMatchObject({ photo_path: null });
      await expect(cardOf(page, 'Illustrated').locator('img')).toHaveCount(0);
      await expectOutboxEmpty(page);
      expect(await itemsOf(request, person)).toMatchObject([{ photo_path: null }]);
    });
  });

  test("opens in full size, and shows 'Failed to load' until it can be loaded", async ({
    signedIn: page,
    person,
    request,
  }) => {
    const large = page.waitForRequest(/w=1280/);
    await cardOf(page, 'Illustrated').getByRole('button', { name: 'Photo of' }).click();
    await large;
    const dialog = page.getByRole('dialog', { name: 'Illustrated' });
    await expect(dialog.getByRole('img', { name: messages.photoOf('Illustrated') })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(
      cardOf(page, 'Illustrated').getByRole('button', { name: 'Photo of' }),
    ).toBeFocused();

    const failed = cardOf(page, 'Missing').getByText('Failed to load');
    await page.route('**/api/file/**', (route) => route.fulfill({ status: 500, json: {} }));
    await addItem(request, person, {
      title: 'Missing',
      photo_path: await addPhoto(request, person),
    });
    await expect(failed).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/file/**');
    await page.route('**/api/file/**', (route) =>
      route.fulfill({ contentType: 'image/webp', body: 'not a picture' }),
    );
    await page.reload();
    await expect(failed).toBeVisible();
    // Stored on this device when it was first shown.
    await expect(cardOf(page, 'Illustrated').locator('img')).toBeVisible();
    await page.unroute('**/api/file/**');
    await page.reload();
    await expect(cardOf(page, 'Missing').locator('img')).toHaveJSProperty('naturalWidth', 320);
  });
});

test('Photos are loaded only near the visible area', async ({ signedIn: page }) => {
  const body = await picture(32, 32);
  const fetched: string[] = [];
  await page.route('**/api/file/**', (route) => {
    fetched.push(route.request().url());
    return route.fulfill({ contentType: 'image/jpeg', body });
  });
  await mockItems(
    page,
    Array.from({ length: 200 }, (_, index) => ({ photo_path: `photo-${index}.jpg` })),
  );
  await page.goto(kind.path);
  await expect(page.locator('.item-photo img').first()).toBeVisible();
  expect(fetched.length).toBeLessThan(60);
  expect(fetched.join()).not.toContain('photo-199.jpg');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => fetched.join()).toContain('photo-199.jpg');
});

/** Captures the file name of the next upload. Returns a function that waits for it. */
async function captureFileName(page: Page) {
  const call = await page.evaluateHandle(() => {
    const { promise: name, resolve } = Promise.withResolvers<string>();
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData && body.get('file');
      if (file instanceof File) resolve(file.name);
      send.call(this, body);
    };
    return { name };
  });
  return () => call.evaluate(({ name }) => name);
}
