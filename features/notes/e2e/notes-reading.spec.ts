import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectRightToLeft, horizontalOverflow, open } from '#e2e/support/site.ts';
import { addNote, addPhoto, cardOf, notesOf, save } from './notes-helpers.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 834, height: 1112 };
const TURNED_TABLET = { width: 1112, height: 834 };

const reader = (page: Page): Locator => page.getByRole('article');
const titleOf = (page: Page) => reader(page).getByRole('heading', { level: 2 });
const noteUrl = ({ id }: { id: string }) => `/notes?note=${id}`;

/** Goes back without loading a page. Playwright's goBack would wait for one. */
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());

test.describe('On a phone, by touch', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a note opens to read, then to edit, and going back undoes each step', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    const content = `Two lines\nand https://example.com/a?b=c, or <b>none</b>. ${'More text. '.repeat(60)}`;
    const photo_path = await addPhoto(request, person);
    const note = await addNote(request, person, { title: 'Harbour', content, photo_path });
    await addNote(request, person, { title: 'Newer' });
    await open(page, '/about');
    await page.getByRole('link', { name: 'Demo' }).last().tap();
    await expect(cardOf(page, 'Harbour').locator('img')).toBeVisible();
    // In the middle of the card, which its link covers.
    await cardOf(page, 'Harbour').tap();

    await test.step('the whole text is shown with its links and photo, and nothing opens a keyboard', async () => {
      await expect(page).toHaveURL(noteUrl(note));
      await expect(titleOf(page)).toHaveText('Harbour');
      await expect(titleOf(page)).toBeFocused();
      await expect(reader(page)).toContainText(content.trim());
      await expect(reader(page).locator('.reader-text')).toHaveCSS('user-select', 'text');
      await expect(reader(page)).toContainText('Created');
      await expect(reader(page)).not.toContainText('Edited');
      const link = reader(page).getByRole('link');
      await expect(link).toHaveText('https://example.com/a?b=c');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      await expect(reader(page).locator('img')).toHaveJSProperty('naturalWidth', 800);
      await expect(page).toHaveTitle(/^Harbour/);
      // The page behind it is neither focused nor read.
      expect(await page.locator('header').getAttribute('inert')).toBe('');
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page);
    });

    await test.step('the photo opens above it and closes with back', async () => {
      await reader(page).getByRole('button', { name: 'Photo of “Harbour”' }).tap();
      await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
      await back(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(reader(page)).toBeVisible();
    });

    await test.step('edited and cancelled, the draft is kept, which is said; edited and saved, the note is shown', async () => {
      await reader(page).getByRole('button', { name: 'Edit' }).tap();
      await page.getByLabel('Title').fill('Harbour at night');
      await back(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('status').getByText('Draft kept')).toBeVisible();
      await expect(titleOf(page)).toHaveText('Harbour');
      await expect(reader(page).getByRole('button', { name: 'Edit' })).toBeFocused();
      await reader(page).getByRole('button', { name: 'Edit' }).tap();
      await expect(page.getByLabel('Title')).toHaveValue('Harbour at night');
      await save(page);
      await expect(titleOf(page)).toHaveText('Harbour at night');
      await expect(page.getByRole('status').getByText('Note updated')).toBeVisible();
      await expect(reader(page)).toContainText('Edited');
    });

    await test.step('back returns to the list, forward to the note', async () => {
      await back(page);
      await expect(reader(page)).toHaveCount(0);
      await expect(page).toHaveURL('/notes');
      await expect(cardOf(page, 'Harbour at night').getByRole('link')).toBeFocused();
      await forward(page);
      await expect(titleOf(page)).toHaveText('Harbour at night');
      await reader(page).getByRole('button', { name: 'Back to the list' }).tap();
      await expect(page).toHaveURL('/notes');
    });

    await test.step('deleted, it leads back to the list, and back leaves the notes', async () => {
      await cardOf(page, 'Harbour at night').getByRole('link').tap();
      await reader(page).getByRole('button', { name: 'Delete' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
      await expect(reader(page)).toHaveCount(0);
      await expect(page).toHaveURL('/notes');
      await expect(cardOf(page, 'Harbour at night')).toHaveCount(0);
      await expect(cardOf(page, 'Newer').getByRole('link')).toBeFocused();
      await back(page);
      await expect(page).toHaveURL('/about');
    });
  });

  test('"New note" covers no button of a card, wherever the list is scrolled', {
    tag: '@layout',
  }, async ({ signedIn: page, person, request }) => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await addNote(request, person, { title });
    await page.goto('/notes');
    await expect(cardOf(page, 'Six')).toBeVisible();
    for (const width of [320, 360, 390, 639]) {
      await page.setViewportSize({ width, height: 700 });
      const { left, right } = await page
        .locator('.new-item')
        .evaluate((button) => button.getBoundingClientRect().toJSON());
      for (const button of await cardOf(page, 'Six').getByRole('button').all()) {
        const box = await button.boundingBox();
        expect(box && (box.x >= right || box.x + box.width <= left), `${width} px`).toBe(true);
      }
    }
  });
});

test('Beside the list, notes are read and edited with the keyboard alone, and back leads to the list', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Third', 'Second', 'First']) await addNote(request, person, { title });
  await open(page, '/notes');
  await expect(page.getByText('Choose a note to read it here.')).toBeVisible();
  await expectAccessible(page);

  await cardOf(page, 'Second').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(titleOf(page)).toHaveText('Second');
  await expect(titleOf(page)).toBeFocused();
  await expect(cardOf(page, 'Second').getByRole('link')).toHaveAttribute('aria-current', 'true');
  await expectBeside(reader(page), cardOf(page, 'Second'));
  await expectAccessible(page);

  await test.step('the form takes the place of the note, and the list stays', async () => {
    await page.keyboard.press('e');
    const form = page.getByRole('dialog', { name: 'Edit note' });
    await expect(page.getByLabel('Title')).toBeFocused();
    await expectBeside(form, cardOf(page, 'Second'));
    await expect(reader(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('End');
    await page.keyboard.type(', changed');
    await page.keyboard.press('Control+Enter');
    await expect(titleOf(page)).toHaveText('Second, changed');
    await expect(titleOf(page)).toBeFocused();
  });

  await test.step('saved or cancelled with a button, the focus returns to the one that opened the form', async () => {
    const edit = reader(page).getByRole('button', { name: 'Edit' });
    for (const name of ['Save', 'Cancel']) {
      await edit.press('Enter');
      await expect(page.getByLabel('Title')).toBeFocused();
      await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
      await expect(edit).toBeFocused();
    }
  });

  await test.step('another card closes the form, whose draft is kept', async () => {
    await reader(page).getByRole('button', { name: 'Edit' }).press('Enter');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Not saved');
    await cardOf(page, 'Third').getByRole('link').press('Enter');
    await expect(titleOf(page)).toHaveText('Third');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  });

  await test.step('a new note takes the place of the one that was read', async () => {
    await page.keyboard.press('n');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Zeroth');
    await page.keyboard.press('Enter');
    await page.keyboard.type('From the keyboard');
    await page.keyboard.press('Control+Enter');
    await expect(titleOf(page)).toHaveText('Zeroth');
    await expect.poll(() => notesOf(request, person)).toHaveLength(4);
  });

  await test.step('from note to note the history does not grow: back leads to the list', async () => {
    await back(page);
    await expect(page).toHaveURL('/notes');
    await expect(reader(page)).toHaveCount(0);
    await forward(page);
    await expect(titleOf(page)).toHaveText('Zeroth');
  });

  await test.step('closed with Escape, the focus returns to the card', async () => {
    await cardOf(page, 'First').getByRole('link').press('Enter');
    await expect(titleOf(page)).toHaveText('First');
    await page.keyboard.press('Escape');
    await expect(reader(page)).toHaveCount(0);
    await expect(page).toHaveURL('/notes');
    await expect(cardOf(page, 'First').getByRole('link')).toBeFocused();
  });
});

test('A tablet that is turned keeps the note and what is being written', async ({
  signedIn: page,
  person,
  request,
}) => {
  const note = await addNote(request, person, {
    title: 'رحلة إلى البحر',
    content: 'خبز وجبن وماء\nhttps://example.com',
  });
  await page.setViewportSize(TABLET);
  await page.goto(noteUrl(note));
  await expect(titleOf(page)).toBeFocused();
  await expectRightToLeft(titleOf(page), reader(page).locator('.reader-text'));
  await expectAccessible(page);
  for (const [before, after] of [
    [TABLET, TURNED_TABLET],
    [TURNED_TABLET, TABLET],
  ] as const) {
    await page.setViewportSize(before);
    await reader(page).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Content').fill(`Written at ${before.width} px`);
    await page.setViewportSize(after);
    await expect(page.getByLabel('Content')).toHaveValue(`Written at ${before.width} px`);
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await save(page);
    await expect(reader(page)).toContainText(`Written at ${before.width} px`);
  }
  // Opened by its address, it has no list to go back to.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/notes');
});

/** Expects that one part is to the right of another and both are visible. */
async function expectBeside(part: Locator, other: Locator) {
  await expect(part).toBeVisible();
  await expect(other).toBeVisible();
  const [right, left] = [await part.boundingBox(), await other.boundingBox()];
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
}
