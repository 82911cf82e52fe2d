import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { photoFile } from '../pictures.ts';
import { expect, PHONE, signInWithoutScreens, test } from './fixtures.ts';
import { givePhoto } from './phone.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

/** As the plugin fails; the page sees code and message. */
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

    test('a photo is taken, made smaller, uploaded and shown', async ({ page, native, person }) => {
      const { buffer } = await photoFile({ width: 4000, height: 3000 });
      givePhoto(native, native.putFile('/cache/taken.jpg', buffer));
      await signInWithoutScreens(page, person);
      await native.open('/notes');
      await openForm(page);
      // Asked when a photo is wanted, and not before.
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([]);
      await page.getByRole('button', { name: 'Take photo' }).click();
      await expect(page.getByRole('img', { name: 'The photo you chose' })).toBeVisible();
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([{ permissions: ['camera'] }]);
      expect(native.optionsOf('Camera.takePhoto')).toEqual([{ quality: 80 }]);

      const upload = page.waitForRequest(/\/api\/upload$/);
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await sizeOf((await upload).postDataBuffer())).toEqual({ width: 2048, height: 1536 });
      const note = page.getByRole('listitem').filter({ hasText: 'Harbour' });
      await expect(note.locator('img')).toBeVisible();
    });

    test('a photo is chosen from the gallery, and the app asks for no permission', async ({
      page,
      native,
      person,
    }) => {
      const { buffer } = await photoFile();
      const webPath = native.putFile('/cache/chosen.jpg', buffer);
      native.answers['Camera.chooseFromGallery'] = () => ({
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
      expect(native.optionsOf('Camera.requestPermissions')).toEqual([]);
    });
  });
}

test.describe('when there is no photo', () => {
  test.beforeEach(async ({ page, native, person }) => {
    native.answers['Camera.checkPermissions'] = () => ({ camera: 'granted', photos: 'granted' });
    await signInWithoutScreens(page, person);
    await native.open('/notes');
    await openForm(page);
  });

  test('cancelling says nothing', async ({ page, native }) => {
    native.answers['Camera.takePhoto'] = failing('OS-PLUG-CAMR-0006');
    native.answers['Camera.chooseFromGallery'] = failing('OS-PLUG-CAMR-0020');
    for (const name of ['Take photo', 'Choose from gallery']) {
      await page.getByRole('button', { name }).click();
      await expect.poll(() => native.optionsOf(callOf(name)).length).toBe(1);
      await expect(page.getByRole('button', { name })).toBeEnabled();
    }
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Harbour');
  });

  test('a refused permission is told, and the camera stays closed', async ({ page, native }) => {
    native.answers['Camera.checkPermissions'] = () => ({ camera: 'denied', photos: 'denied' });
    native.answers['Camera.requestPermissions'] = () => ({ camera: 'denied', photos: 'denied' });
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('alert')).toContainText('Camera permissions required');
    expect(native.optionsOf('Camera.takePhoto')).toEqual([]);
  });

  for (const [name, sentence] of [
    ['Take photo', 'Camera error'],
    ['Choose from gallery', 'Selection error'],
  ] as const)
    test(`a failure is told: ${sentence}`, async ({ page, native }) => {
      native.answers[callOf(name)] = failing('OS-PLUG-CAMR-0010');
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('alert')).toContainText(sentence);
    });
});

test('a photo taken while Android ended the app is in the note’s draft', async ({
  page,
  native,
  person,
}) => {
  native.answers['Camera.checkPermissions'] = () => ({ camera: 'granted', photos: 'granted' });
  native.answers['Camera.takePhoto'] = () => new Promise(() => {});
  await signInWithoutScreens(page, person);
  await native.open('/notes');
  await openForm(page);
  await page.getByRole('button', { name: 'Take photo' }).click();
  await expect.poll(() => native.optionsOf('Camera.takePhoto').length).toBe(1);

  // The app is ended here, and starts anew at home.
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

const callOf = (name: string) =>
  name === 'Take photo' ? 'Camera.takePhoto' : 'Camera.chooseFromGallery';

/** Of the picture within a multipart body: it begins as every JPEG does. */
async function sizeOf(body: Buffer | null) {
  const start = body?.indexOf(Buffer.from([0xff, 0xd8, 0xff])) ?? -1;
  const { width, height } = await sharp(body?.subarray(start), { failOn: 'none' }).metadata();
  return { width, height };
}
