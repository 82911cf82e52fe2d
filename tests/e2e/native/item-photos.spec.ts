import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { app } from '#app';
import { kind, NO_PHOTO } from '#tests/e2e/items/first-kind.ts';
import {
  continueDraft,
  expectWritten,
  newRows,
  openNewForm,
  write,
} from '#tests/e2e/items/helpers.ts';
import { jpegQuality, photoFile } from '#tests/e2e/support/pictures.ts';
import { fakeCamera } from './fake-plugins.ts';
import { expect, PHONE, signInWithoutScreens, testOfItems as test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);
test.skip(!kind.photo, NO_PHOTO);

const platforms: Platform[] = ['android', 'ios'];

const SETTINGS: Record<Platform, string> = {
  android: `Settings › Apps › ${app.name} › Permissions`,
  ios: `Settings › ${app.name}`,
};

async function openWritten(page: Page) {
  await openNewForm(page);
  await write(page, 'Harbour', 'Boats at noon.');
}

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('With the camera permission, a photo can be taken or chosen, and is resized, uploaded and shown', async ({
      page,
      native,
      person,
    }) => {
      const { buffer } = await photoFile({ width: 4000, height: 3000 });
      const webPath = native.putFile('/cache/photo.jpg', buffer);
      await signInWithoutScreens(page, person);
      await native.open(kind.path);
      const preview = page.getByRole('img', { name: 'The photo you chose' });
      const permissionRequests = () => native.optionsOf('Camera.requestPermissions');

      await test.step('without the permission, a toast explains where to allow it', async () => {
        const denied = () => ({ camera: 'denied', photos: 'granted' });
        native.handlers['Camera.checkPermissions'] = denied;
        native.handlers['Camera.requestPermissions'] = denied;
        await openWritten(page);
        // The permission is requested only when a photo is taken.
        expect(permissionRequests()).toEqual([]);
        await page.getByRole('button', { name: 'Take photo' }).click();
        await expect(page.getByRole('alert')).toContainText('Camera permissions required');
        await expect(page.getByRole('alert')).toContainText(
          `allow Camera in ${SETTINGS[platform]}`,
        );
        expect(native.optionsOf('Camera.takePhoto')).toEqual([]);
        expect(permissionRequests()).toEqual([{ permissions: ['camera'] }]);
        await expectWritten(page, 'Harbour', 'Boats at noon.');
      });

      await test.step('a photo is taken', async () => {
        fakeCamera(native, webPath);
        await page.getByRole('button', { name: 'Take photo' }).click();
        await expect(preview).toBeVisible();
        expect(permissionRequests()).toHaveLength(2);
        expect(native.optionsOf('Camera.takePhoto')).toEqual([{ quality: 80 }]);
        const sent = await saveAndCapture(page);
        expect(await sizeOf(sent)).toEqual({ width: 2048, height: 1536 });
        expect(jpegQuality(sent)).toBe(80);
        const item = page.getByRole('listitem').filter({ hasText: 'Harbour' });
        await expect(item.locator('img')).toBeVisible();
      });

      await test.step('a photo is chosen from the gallery, which needs no other permission', async () => {
        native.handlers['Camera.chooseFromGallery'] = () => ({
          results: [{ type: 0, saved: false, webPath }],
        });
        await openWritten(page);
        await page.getByRole('button', { name: 'Choose from gallery' }).click();
        await expect(preview).toBeVisible();
        expect(native.optionsOf('Camera.chooseFromGallery')).toEqual([
          { mediaType: 0, allowMultipleSelection: false, quality: 70 },
        ]);
        expect(permissionRequests()).toEqual(Array(3).fill({ permissions: ['camera'] }));
        expect(jpegQuality(await saveAndCapture(page))).toBe(70);
      });
    });
  });
}

test('A photo taken while Android had stopped the app is added to the draft', async ({
  page,
  native,
  person,
}) => {
  native.handlers['Camera.checkPermissions'] = () => ({ camera: 'granted', photos: 'granted' });
  native.handlers['Camera.takePhoto'] = () => new Promise(() => {});
  await signInWithoutScreens(page, person);
  await native.open(kind.path);
  await openWritten(page);
  await page.getByRole('button', { name: 'Take photo' }).click();
  await expect.poll(() => native.optionsOf('Camera.takePhoto').length).toBe(1);

  // Android stops the app here; it restarts on the home page.
  const webPath = native.putFile('/cache/late.jpg', (await photoFile()).buffer);
  await native.open();
  const restored = { pluginId: 'Camera', methodName: 'takePhoto', success: true };
  await expect
    .poll(() => native.emit('App.appRestoredResult', { ...restored, data: { webPath } }))
    .toBe(1);
  await continueDraft(newRows(page));
  await expectWritten(page, 'Harbour', 'Boats at noon.');
  await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
});

/** Saves the item and returns the uploaded photo. */
async function saveAndCapture(page: Page) {
  const upload = page.waitForRequest(/\/api\/upload\?/);
  await page.getByRole('button', { name: 'Save' }).click();
  return jpegIn((await upload).postDataBuffer());
}

/** Extracts the photo from a multipart body by the first bytes of a JPEG. */
function jpegIn(body: Buffer | null): Buffer {
  const start = body?.indexOf(Buffer.from([0xff, 0xd8, 0xff])) ?? -1;
  return body?.subarray(start) ?? Buffer.alloc(0);
}

async function sizeOf(jpeg: Buffer) {
  const { width, height } = await sharp(jpeg, { failOn: 'none' }).metadata();
  return { width, height };
}
