import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { kind, NO_PHOTO } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { addItem, addPhoto, bearer, itemsOf } from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { horizontalOverflow, open } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

test('Everything can be exported and imported into another account, with the keyboard alone', async ({
  signedIn: page,
  person,
  browser,
  request,
  baseURL,
}) => {
  test.skip(!kind.photo, NO_PHOTO);
  const photo_path = await addPhoto(request, person);
  await addItem(request, person, { title: '東京 / naïve', text: 'First\n**text**', photo_path });
  await addItem(request, person, { title: 'مرحبا', text: '<b>second</b>' });
  const exported = await test.step('the browser saves the export', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/profile');
    await expectAccessible(page);
    expect(await horizontalOverflow(page)).toBe(0);
    const download = page.waitForEvent('download');
    await press(page, 'Export');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/-export-\d{4}-\d\d-\d\d\.zip$/);
    await expect(page).toHaveURL('/profile');
    return readFile(await file.path());
  });

  const other = await createPerson(request);
  const context = await browser.newContext({ baseURL, viewport: { width: 834, height: 1112 } });
  const importing = await context.newPage();
  await signInWithoutScreens(importing, other);
  await open(importing, '/profile');
  const dialog = importing.getByRole('dialog', { name: 'Import' });

  await test.step('a damaged file is rejected with a message', async () => {
    await press(importing, 'Import');
    await expect(dialog).toBeVisible();
    await expectAccessible(importing);
    const damaged = Buffer.from(exported);
    const photo = damaged.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
    damaged[photo + 500] = (damaged[photo + 500] ?? 0) ^ 0xff;
    await chooseFile(importing, damaged);
    await expect(dialog.getByRole('alert')).toContainText('The file is damaged');
    await chooseFile(importing, exported.subarray(0, -30));
    await expect(dialog.getByRole('alert')).toContainText('This is not a complete ZIP file');
    await expectAccessible(importing);
  });

  await test.step('progress is shown, and cancelling adds nothing', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await importing.route('**/api/upload*', async (route) => {
      await released;
      await route.abort();
    });
    await chooseFile(importing, exported);
    await expect(dialog.getByRole('status')).toContainText('2 entries with 1 photo');
    await expectAccessible(importing);
    await press(importing, 'Import', dialog);
    await expect(
      dialog.getByRole('progressbar', { name: 'Uploading photo 1 of 1…' }),
    ).toBeVisible();
    await expectAccessible(importing);
    await press(importing, 'Cancel', dialog);
    await expect(dialog.getByRole('status')).toHaveText(
      'The import was cancelled. Nothing was added.',
    );
    release();
    expect(await itemsOf(request, other)).toEqual([]);
  });

  await test.step('a lost connection is explained, and trying again finishes the import', async () => {
    await chooseFile(importing, exported);
    await press(importing, 'Import', dialog);
    await expect(dialog.getByRole('alert')).toContainText('Network error');
    await expect(dialog.getByRole('alert')).toContainText(
      'Photos uploaded: 0 of 1. Nothing has been added yet.',
    );
    await expectAccessible(importing);
    expect(await itemsOf(request, other)).toEqual([]);
    await importing.unroute('**/api/upload*');
    await press(importing, 'Try again', dialog);
    await expect(dialog.getByRole('status')).toHaveText('Added 2 entries.');
    expect(await comparable(request, other)).toEqual(await comparable(request, person));
  });

  await test.step('importing again adds nothing', async () => {
    await chooseFile(importing, exported, 'Import another file');
    await press(importing, 'Import', dialog);
    await expect(dialog.getByRole('status')).toHaveText(
      'Your account already has everything in this file. Nothing had to be added.',
    );
    await importing.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(importing.getByRole('button', { name: 'Import' })).toBeFocused();
    expect(await itemsOf(request, other)).toHaveLength(2);
  });
  await context.close();
});

/** Presses a button with the keyboard alone: reaches it with Tab. */
async function press(page: Page, name: string, within: Pick<Page, 'getByRole'> = page) {
  const button = within.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  await expect(async () => {
    if (!(await button.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
}

async function chooseFile(page: Page, buffer: Buffer, button = 'Choose file') {
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer };
  if (page.context().browser()?.browserType().name() === 'firefox') {
    // In Firefox a file chooser that a test answers stays open, and no second one opens for the same field.
    await press(page, button, dialog);
    return dialog.getByLabel('Export file').setInputFiles(file);
  }
  const chooser = page.waitForEvent('filechooser');
  await press(page, button, dialog);
  await (await chooser).setFiles(file);
}

/** Returns the parts of a user's items that an import must not change. */
async function comparable(request: Parameters<typeof itemsOf>[0], person: TestPerson) {
  return Promise.all(
    (await itemsOf(request, person)).map(async ({ photo_path, record }) => {
      const { id, photo_path: _, version, ...kept } = record;
      const response = await request.get(`/api/file/files/${photo_path}`, {
        headers: bearer(person),
      });
      const { width, height } = photo_path ? await sharp(await response.body()).metadata() : {};
      return { ...kept, width, height };
    }),
  );
}
