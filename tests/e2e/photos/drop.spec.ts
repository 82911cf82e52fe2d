import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectOutboxEmpty } from '#tests/e2e/items/device.ts';
import { kind, NO_PHOTO } from '#tests/e2e/items/first-kind.ts';
import { test as base } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  expectWritten,
  openNewForm,
  picture,
  save,
  textInput,
  titleInput,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, waitForTransitions } from '#tests/e2e/support/site.ts';
import { preview, storedPhoto } from './helpers.ts';

const PHONE = { width: 390, height: 844 };

/** Adds `files`: paths of files to drag into the page. */
const test = base.extend<{ files: Record<'photo' | 'other' | 'text', string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names a fixture needs from its pattern
  files: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kit-drop-'));
    const files = {
      photo: join(folder, 'photo.jpg'),
      other: join(folder, 'other.jpg'),
      text: join(folder, 'text.txt'),
    };
    writeFileSync(files.photo, await picture(60, 40));
    writeFileSync(files.other, await picture(50, 30));
    writeFileSync(files.text, 'no picture');
    await use(files);
    rmSync(folder, { recursive: true });
  },
});

test.skip(!kind.photo, NO_PHOTO);

test.beforeEach(async ({ browserName, context }, testInfo) => {
  testInfo.skip(browserName !== 'chromium', "Files are dragged with Chromium's protocol");
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const formOf = (page: Page) => page.getByRole('dialog').locator('form');
const dropTarget = (page: Page) => page.getByText('Drop the picture to add it');

/** Drags files or a text to an element like the system. Returns functions that move and drop them. */
async function drag(page: Page, target: Locator, dragged: { files?: string[]; text?: string }) {
  const { files = [], text } = dragged;
  const items = text ? [{ mimeType: 'text/plain', data: text }] : [];
  const data = { items, files, dragOperationsMask: 1 };
  const devtools = await page.context().newCDPSession(page);
  let position = { x: 0, y: 0 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', { type, ...position, data });

  async function moveTo(next: Locator) {
    const box = await next.boundingBox();
    if (!box) throw new Error('The target is not visible');
    position = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) };
    await send('dragOver');
  }

  await send('dragEnter');
  await moveTo(target);
  return { moveTo, drop: () => send('drop') };
}

async function drop(page: Page, target: Locator, ...files: string[]) {
  await (await drag(page, target, { files })).drop();
}

/** Copies a picture, together with a text if one is given. */
const copy = (page: Page, text?: string) =>
  page.evaluate(async (text) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
    canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const content: Record<string, Blob | string> = { 'image/png': blob ?? '' };
    if (text) content['text/plain'] = text;
    await navigator.clipboard.write([new ClipboardItem(content)]);
  }, text);

for (const [place, viewport] of [
  ['in the pane beside the list', { width: 1280, height: 800 }],
  ['above the page', PHONE],
] as const)
  test.describe(`In the form ${place}`, () => {
    test.use({ viewport });

    test('a picture is dropped, replaced by a pasted one and saved', async ({
      signedIn: page,
      person,
      request,
      files,
    }) => {
      await page.goto(kind.path);
      await openNewForm(page);
      await write(page, 'Dropped', 'Some content');
      await waitForTransitions(page);
      const before = await formOf(page).boundingBox();

      await test.step('while it is dragged over the form, the form says so', async () => {
        await drag(page, formOf(page), { files: [files.photo] });
        await expect(dropTarget(page)).toBeVisible();
        await expectAccessible(page);
        expect(await formOf(page).boundingBox()).toEqual(before);
      });

      await test.step('it is dropped onto a text field', async () => {
        await drop(page, titleInput(page), files.photo);
        await expect(preview(page)).toHaveJSProperty('naturalWidth', 60);
        await expect(preview(page)).toBeInViewport();
        await expect(dropTarget(page)).toHaveCount(0);
        await expect(formOf(page).getByText('Photo added')).toHaveCount(1);
        await expectWritten(page, 'Dropped', 'Some content');
      });

      await test.step('another one is pasted with the keyboard', async () => {
        await copy(page);
        await textInput(page).press('Control+v');
        await expect(preview(page)).toHaveJSProperty('naturalWidth', 40);
        await expectWritten(page, 'Dropped', 'Some content');
      });

      await save(page);
      await expect(cardOf(page, 'Dropped').locator('img')).toBeVisible();
      await expectOutboxEmpty(page);
      expect(await storedPhoto(request, person)).toMatchObject({ width: 40, height: 20 });
    });
  });

test("Several files, and files that are not pictures, show the gallery's message", async ({
  signedIn: page,
  files,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  for (const dropped of [[files.photo, files.other], [files.text]]) {
    await drop(page, formOf(page), ...dropped);
    await expectToast(page, 'Selection error');
    await expect(preview(page)).toHaveCount(0);
  }
});

test('Dropped or pasted text stays text, even if the clipboard also has a picture of it', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await (await drag(page, titleInput(page), { text: 'Dropped words' })).drop();
  await expect(titleInput(page)).toHaveValue('Dropped words');
  await copy(page, 'Copied words');
  await textInput(page).fill('');
  await textInput(page).press('Control+v');
  await expect(textInput(page)).toHaveValue('Copied words');
  await expect(preview(page)).toHaveCount(0);
});

test('Files dropped outside the form never replace the page', async ({
  signedIn: page,
  person,
  request,
  files,
}) => {
  await addItem(request, person, { title: 'Beside' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Beside')).toBeVisible();
  let opened = 0;
  page.on('load', () => opened++);
  page.context().on('page', () => opened++);
  for (const target of [page.getByRole('banner'), page.getByRole('searchbox')])
    await drop(page, target, files.photo);

  await openNewForm(page);
  await write(page, 'Still here', 'Some content');
  const dragged = await drag(page, formOf(page), { files: [files.photo] });
  await expect(dropTarget(page)).toBeVisible();
  await dragged.moveTo(cardOf(page, 'Beside'));
  await expect(dropTarget(page)).toHaveCount(0);
  await dragged.drop();
  await expect(preview(page)).toHaveCount(0);
  await expectWritten(page, 'Still here', 'Some content');
  await save(page);
  await expect(cardOf(page, 'Still here')).toBeVisible();
  expect(opened).toBe(0);
});
