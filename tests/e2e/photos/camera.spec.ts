import type { Page } from '@playwright/test';
import { expectOutboxEmpty } from '#tests/e2e/items/device.ts';
import { kind, messages, NO_PHOTO } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { cardOf, expectWritten, openNewForm, save, write } from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { jpegQuality } from '#tests/e2e/support/pictures.ts';
import { expectStillFocused, expectToast } from '#tests/e2e/support/site.ts';
import { draftPhoto, jpeg, preview, storedPhoto } from './helpers.ts';

test.skip(!kind.photo, NO_PHOTO);

test.describe('The camera', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await page.addInitScript(() => {
      const streams: MediaStream[] = [];
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        // A small picture, because frames are rendered in software.
        const video = { ...(wanted?.video as MediaTrackConstraints), width: 320, height: 240 };
        const stream = await open({ ...wanted, video });
        streams.push(stream);
        return stream;
      };
      Object.assign(window, {
        cameras: () => streams.flatMap((one) => one.getTracks()).map((track) => track.readyState),
        labels: () => streams.flatMap((one) => one.getTracks()).map((track) => track.label),
      });
    });
    await page.goto(kind.path);
    await openNewForm(page);
    await write(page, 'Seen', 'With my own eyes');
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();
  });

  const cameras = (page: Page) => page.evaluate<string[]>('cameras()');

  test('is turned off by Escape, by Close and by accepting a photo, which can be retaken and is saved with the item', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const capture = page.getByRole('button', { name: 'Capture' });
    await expectAccessible(page);
    for (const [index, close] of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
    ].entries()) {
      await close();
      await expect(capture).toHaveCount(0);
      expect(await cameras(page)).toEqual(Array(index + 1).fill('ended'));
      await expect(page.getByRole('dialog', { name: messages.add })).toBeVisible();
      await expectWritten(page, 'Seen', 'With my own eyes');
      await expect(page.getByRole('alert')).toHaveText('');
      await page.getByRole('button', { name: 'Take photo' }).click();
      await expect(capture).toBeEnabled();
    }

    await capture.press('Enter');
    await expect(page.getByRole('button', { name: 'Use photo' })).toBeFocused();
    await expect(page.getByAltText('The photo you took')).toBeVisible();
    await expect(preview(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(capture).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Use photo' })).toBeFocused();
    expect((await cameras(page)).at(-1)).toBe('live');
    await page.keyboard.press('Enter');
    await expect(preview(page)).toBeVisible();
    expect(jpegQuality(await draftPhoto(page))).toBe(80);
    expect(await cameras(page)).toEqual(['ended', 'ended', 'ended']);
    const uploading = page.waitForRequest(/\/api\/upload\?id=/);
    await save(page);
    expect((await uploading).headers()['content-type']).toContain('multipart/form-data');
    await expect(cardOf(page, 'Seen').locator('img')).toHaveJSProperty('complete', true);
    await expectOutboxEmpty(page);
    expect((await storedPhoto(request, person)).format).toBe('jpeg');
  });

  test('switches to the other camera if there is one, and back if the other one does not work', async ({
    signedIn: page,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', 'Firefox has one fake camera');
    const labels = () => page.evaluate<string[]>('labels()');
    const flip = page.getByRole('button', { name: 'Switch camera' });
    await flip.press('Enter');
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();
    await expect(flip).toBeFocused();
    const [first, second] = await labels();
    expect(second).not.toBe(first);
    expect(await cameras(page)).toEqual(['ended', 'live']);

    await page.evaluate(() => {
      const open = navigator.mediaDevices.getUserMedia;
      navigator.mediaDevices.getUserMedia = async () => {
        navigator.mediaDevices.getUserMedia = open;
        throw new DOMException('In use', 'NotReadableError');
      };
    });
    await flip.click();
    await expect.poll(() => cameras(page)).toEqual(['ended', 'ended', 'live']);
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();

    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
      navigator.mediaDevices.enumerateDevices = async () => {
        const devices = await list();
        Object.assign(window, { hasListed: true });
        return devices.filter(({ kind }) => kind === 'videoinput').slice(0, 1);
      };
    });
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();
    await page.waitForFunction(() => 'hasListed' in window);
    await expect(flip).toHaveCount(0);
  });

  test('is turned off when the session ends', async ({ signedIn: page, context }) => {
    const other = await context.newPage();
    await other.goto('/about');
    await other.evaluate(() => localStorage.removeItem('app_token'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Capture' })).toHaveCount(0);
    expect(await cameras(page)).toEqual(['ended']);
  });
});

test('A failing camera shows why and returns the focus; without a camera, a file input with capture is used', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  const takePhoto = page.getByRole('button', { name: 'Take photo' });
  for (const [name, title, remedy] of [
    ['NotFoundError', 'Camera error'],
    ['NotAllowedError', 'Camera permissions required', 'in your browser’s site settings'],
    ['NotReadableError', 'Camera error'],
  ] as const)
    await test.step(name, async () => {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', name));
      }, name);
      await takePhoto.focus();
      await page.keyboard.press('Enter');
      await expectToast(page, title);
      if (remedy) await expect(page.getByRole('alert')).toContainText(remedy);
      await expect(page.getByRole('dialog', { name: 'Camera' })).toHaveCount(0);
      await expectStillFocused(page, 'Take photo');
    });

  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  const choosing = page.waitForEvent('filechooser');
  await takePhoto.click();
  const chooser = await choosing;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  expect(await chooser.element().getAttribute('accept')).toBe('image/*');
  await chooser.setFiles(await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
});
