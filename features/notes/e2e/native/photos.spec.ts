import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { fakeCamera } from '#e2e/native/fake-plugins.ts';
import { expect, PHONE, signInWithoutScreens, test } from '#e2e/native/fixtures.ts';
import type { Platform } from '#e2e/native/plugin-headers.ts';
import { jpegQuality, photoFile } from '#e2e/support/pictures.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

/** Each button, the plugin method that it calls and the toast title of a failure. */
const SOURCES = [
  ['Take photo', 'Camera.takePhoto', 'Camera error'],
  ['Choose from gallery', 'Camera.chooseFromGallery', 'Selection error'],
] as const;

const SETTINGS: Record<Platform, string> = {
  android: 'Settings › Apps › Trifold › Permissions',
  ios: 'Settings › Trifold',
};

/** Creates a handler that fails with an error code, as the plugin does. */
const failing = (code: string) => () => {
  throw Object.assign(new Error('from the device'), { code });
};

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Title').fill('Harbour');
  await page.getByLabel('Content').fill('Boats at noon.');
}

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('A photo is taken, resized, uploaded and shown', async ({ page, native, person }) => {
      const { buffer } = await photoFile({ width: 4000, height: 3000 });
      fakeCamera(native, native.putFile('/cache/taken.jpg', buffer));
      await signInWithoutScreens(page, person);
      await native.open('/notes');
      await openForm(page);
      // The permission is requested only when a photo is taken.
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([]);
      await page.getByRole('button', { name: 'Take photo' }).click();
      await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([{ permissions: ['camera'] }]);
      expect(native.optionsOf('Camera.takePhoto')).toEqual([{ quality: 80 }]);

      const upload = page.waitForRequest(/\/api\/upload$/);
      await page.getByRole('button', { name: 'Save' }).click();
      const sent = jpegIn((await upload).postDataBuffer());
      expect(await sizeOf(sent)).toEqual({ width: 2048, height: 1536 });
      expect(jpegQuality(sent)).toBe(80);
      const note = page.getByRole('listitem').filter({ hasText: 'Harbour' });
      await expect(note.locator('img')).toBeVisible();
    });

    test('The gallery opens when the camera is allowed and requests no other permission', async ({
      page,
      native,
      person,
    }) => {
      const { buffer } = await photoFile({ width: 4000, height: 3000 });
      const webPath = native.putFile('/cache/chosen.jpg', buffer);
      fakeCamera(native, webPath);
      native.handlers['Camera.chooseFromGallery'] = () => ({
        results: [{ type: 0, saved: false, webPath }],
      });
      await signInWithoutScreens(page, person);
      await native.open('/notes');
      await openForm(page);
      await page.getByRole('button', { name: 'Choose from gallery' }).click();
      await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
      expect(native.optionsOf('Camera.chooseFromGallery')).toEqual([
        { mediaType: 0, allowMultipleSelection: false, quality: 70 },
      ]);
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([{ permissions: ['camera'] }]);

      const upload = page.waitForRequest(/\/api\/upload$/);
      await page.getByRole('button', { name: 'Save' }).click();
      expect(jpegQuality(jpegIn((await upload).postDataBuffer()))).toBe(70);
    });

    for (const [name, call] of SOURCES) {
      test(`"${name}" without the camera permission explains where to allow it and opens nothing`, async ({
        page,
        native,
        person,
      }) => {
        const denied = () => ({ camera: 'denied', photos: 'granted' });
        native.handlers['Camera.checkPermissions'] = denied;
        native.handlers['Camera.requestPermissions'] = denied;
        await signInWithoutScreens(page, person);
        await native.open('/notes');
        await openForm(page);
        await page.getByRole('button', { name }).click();
        const toast = page.getByRole('alert');
        await expect(toast).toContainText('Camera permissions required');
        await expect(toast).toContainText(`allow Camera in ${SETTINGS[platform]}`);
        expect(native.optionsOf(call)).toEqual([]);
        await expect(page.getByLabel('Title')).toHaveValue('Harbour');
      });
    }
  });
}

test.describe('When no photo is returned', () => {
  test.beforeEach(async ({ page, native, person }) => {
    native.handlers['Camera.checkPermissions'] = () => ({ camera: 'granted', photos: 'granted' });
    await signInWithoutScreens(page, person);
    await native.open('/notes');
    await openForm(page);
  });

  test('cancelling shows no message', async ({ page, native }) => {
    native.handlers['Camera.takePhoto'] = failing('OS-PLUG-CAMR-0006');
    native.handlers['Camera.chooseFromGallery'] = failing('OS-PLUG-CAMR-0020');
    for (const [name, call] of SOURCES) {
      await page.getByRole('button', { name }).click();
      await expect.poll(() => native.optionsOf(call).length).toBe(1);
      await expect(page.getByRole('button', { name })).toBeEnabled();
    }
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Harbour');
  });

  test('a gallery that the phone denies explains that photos must be allowed', async ({
    page,
    native,
  }) => {
    native.handlers['Camera.chooseFromGallery'] = failing('OS-PLUG-CAMR-0005');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    const toast = page.getByRole('alert');
    await expect(toast).toContainText('Camera permissions required');
    await expect(toast).toContainText('allow Photos in');
  });

  for (const [name, call, title] of SOURCES)
    test(`a failure shows the toast "${title}"`, async ({ page, native }) => {
      native.handlers[call] = failing('OS-PLUG-CAMR-0010');
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('alert')).toContainText(title);
    });
});

test('A photo taken while Android had stopped the app is added to the draft', async ({
  page,
  native,
  person,
}) => {
  native.handlers['Camera.checkPermissions'] = () => ({ camera: 'granted', photos: 'granted' });
  native.handlers['Camera.takePhoto'] = () => new Promise(() => {});
  await signInWithoutScreens(page, person);
  await native.open('/notes');
  await openForm(page);
  await page.getByRole('button', { name: 'Take photo' }).click();
  await expect.poll(() => native.optionsOf('Camera.takePhoto').length).toBe(1);

  // Android stops the app here; it restarts on the home page.
  const webPath = native.putFile('/cache/late.jpg', (await photoFile()).buffer);
  await native.open();
  const restored = { pluginId: 'Camera', methodName: 'takePhoto', success: true };
  await expect
    .poll(() => native.emit('App.appRestoredResult', { ...restored, data: { webPath } }))
    .toBe(1);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Harbour');
  await expect(page.getByLabel('Content')).toHaveValue('Boats at noon.');
  await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
});

/** Extracts the photo from a multipart body by the first bytes of a JPEG. */
function jpegIn(body: Buffer | null): Buffer {
  const start = body?.indexOf(Buffer.from([0xff, 0xd8, 0xff])) ?? -1;
  return body?.subarray(start) ?? Buffer.alloc(0);
}

async function sizeOf(jpeg: Buffer) {
  const { width, height } = await sharp(jpeg, { failOn: 'none' }).metadata();
  return { width, height };
}
