import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import {
  itemUrl,
  kind,
  longTextField,
  messages,
  NO_LONG_TEXT,
  titleField,
  titleWith,
} from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  changedRows,
  continueDraft,
  draftBar,
  expectOffered,
  expectWritten,
  newButton,
  newRows,
  openNewForm,
  save,
  textInput,
  titleInput,
  write,
} from './helpers.ts';
import { back, reader, readerTitle } from './reader.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const WIDE = { width: 1440, height: 900 };

/** Long enough for lines that break, with an empty one. */
const TEXT = `${'Towels, sunscreen and the blue cooler. '.repeat(12).trim()}\n\nThe train leaves at 21:14.`;
const TITLE = 'A title that is long enough for a second line in a narrow window';

const form = (page: Page) => page.getByRole('dialog').locator('form');
const button = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });

test('Edit moves neither title nor text, Save stands where Edit was, and a scrolled text stays where it is', {
  tag: ['@smoke', '@layout'],
}, async ({ signedIn: page, person, request }) => {
  const text = longTextField && TEXT;
  const photo_path = await addPhoto(request, person);
  const item = await addItem(request, person, { title: TITLE, text, photo_path });
  await page.goto(itemUrl(item));
  for (const size of [PHONE, TABLET, WIDE])
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expect(readerTitle(page)).toBeVisible();
      if (kind.photo)
        await expect(reader(page).locator('img')).toHaveJSProperty('naturalWidth', 800);
      await page.locator('.pane').evaluate((pane) => pane.scrollTo(0, 40));
      const shown = {
        title: await placeOf(readerTitle(page)),
        text: longTextField && (await placeOf(reader(page).locator('.item-page-text'))),
        created: await placeOf(reader(page).getByText('Created')),
        photo: kind.photo && (await placeOf(reader(page).locator('img'))),
        first: await placeOf(button(reader(page), 'Edit')),
        second: await placeOf(button(reader(page), 'Delete')),
        back: size !== WIDE && (await placeOf(button(reader(page), 'Back to the list'))),
      };
      // Not with a click, before which the test itself may scroll.
      await button(reader(page), 'Edit').press('Enter');
      await expect(titleInput(page)).toBeVisible();
      expect({
        title: await placeOf(titleInput(page)),
        text: longTextField && (await placeOf(textInput(page))),
        created: await placeOf(form(page).getByText('Created')),
        photo: kind.photo && (await placeOf(form(page).locator('img'))),
        first: await placeOf(button(form(page), 'Save')),
        second: await placeOf(button(form(page), 'Cancel')),
        back: size !== WIDE && (await placeOf(button(form(page), 'Close'))),
      }).toEqual(shown);
      await button(form(page), 'Cancel').press('Enter');
      await expect(form(page)).toHaveCount(0);
      expect(await placeOf(readerTitle(page))).toEqual(shown.title);
      await button(reader(page), 'Edit').click();
      await expectAccessible(page);
      await button(form(page), 'Cancel').click();
    });
});

test('Title and text are edited in place: they have names, grow with their text, and Enter leaves the title', async ({
  signedIn: page,
}) => {
  test.skip(!longTextField, NO_LONG_TEXT);
  await open(page, kind.path);
  await openNewForm(page);
  await expect(titleInput(page)).toHaveAccessibleName(titleField.label);
  await expect(titleInput(page)).toHaveAttribute('placeholder', titleField.label);
  await expect(titleInput(page)).toBeFocused();
  await expectAccessible(page);
  const { height } = await placeOf(titleInput(page));

  await titleInput(page).fill(`${TITLE}\n${TITLE}`.slice(0, 99));
  await expect(titleInput(page)).toHaveValue(`${TITLE} ${TITLE}`.slice(0, 99));
  await page.setViewportSize(PHONE);
  expect((await placeOf(titleInput(page))).height).toBeGreaterThan(height);
  await titleInput(page).press('Enter');
  await expect(titleInput(page)).toHaveValue(`${TITLE} ${TITLE}`.slice(0, 99));
  await expect(titleInput(page)).not.toBeFocused();
  await textInput(page).fill(TEXT);
  expect(await textInput(page).evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
});

test.describe('On a phone, by touch', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a new item takes the focus during the tap and has it in its title, an existing one opens no keyboard', async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', 'Firefox has no mobile pages');
    await addItem(request, person, { title: 'Harbour' });
    await open(page, kind.path);
    await expect(cardOf(page, 'Harbour')).toBeVisible();
    // iOS opens the keyboard only for a field that has the focus when the tap ends.
    const focused = await newButton(page).evaluate((button: HTMLElement) => {
      button.click();
      return document.activeElement?.tagName;
    });
    expect(focused).toBe('INPUT');
    await expect(titleInput(page)).toBeFocused();
    await expect(page.locator('body > input')).toHaveCount(0);
    await back(page);
    await expect(form(page)).toHaveCount(0);
    await expect(newButton(page)).toBeFocused();

    await cardOf(page, 'Harbour').getByRole('link').tap();
    await button(reader(page), 'Edit').tap();
    await expect(page.getByRole('heading', { name: messages.edit })).toBeFocused();
  });
});

for (const size of [PHONE, WIDE])
  test(`Unsaved changes are shown in the row, in the item and on top of the list at ${size.width} px`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    const isWide = size === WIDE;
    const changed = titleWith('Harbour', 'Boats');
    const item = await addItem(request, person, { title: 'Harbour', text: 'Boats' });
    await addItem(request, person, { title: 'Newer' });
    await page.setViewportSize(size);
    const line = page.getByRole('button', { name: messages.unsavedIn(1, changed) });

    await test.step('a bar below the item, which moves nothing', async () => {
      await page.goto(itemUrl(item));
      await expect(readerTitle(page)).toHaveText(changed);
      const before = await placeOf(readerTitle(page));
      await button(reader(page), 'Edit').click();
      await write(page, 'Harbour', 'Boats at noon');
      await expect(page.getByText(messages.draftStored)).toBeVisible();
      await button(form(page), 'Cancel').click();
      await expect(draftBar(page)).toContainText(messages.youHaveUnsaved);
      await expect(draftBar(page)).toBeInViewport({ ratio: 1 });
      expect(await placeOf(readerTitle(page))).toEqual(before);
      await expectAccessible(page);
      await button(draftBar(page), 'Continue').click();
      await expectWritten(page, 'Harbour', 'Boats at noon');
      await button(form(page), 'Cancel').click();
    });

    await test.step('a mark in the row, and a line that leads to the item', async () => {
      if (isWide) {
        await cardOf(page, 'Newer').getByRole('link').click();
        await expect(readerTitle(page)).toHaveText(titleWith('Newer'));
      } else await button(reader(page), 'Back to the list').click();
      await expect(changedRows(page)).toHaveCount(1);
      await expectAccessible(page);
      await line.click();
      await expect(readerTitle(page)).toHaveText(changed);
    });

    await test.step('discarding asks, and the focus stays with the item', async () => {
      await button(draftBar(page), 'Discard').click();
      const question = page.getByRole('alertdialog', { name: messages.discardTitle });
      await button(question, 'Discard').click();
      await expect(draftBar(page)).toHaveCount(0);
      await expect(button(reader(page), 'Edit')).toBeFocused();
      await expect(changedRows(page)).toHaveCount(0);
    });
  });

test('The draft of a new item is a row on top of the list, and opens by pressing it', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Harbour' });
  await open(page, kind.path);
  await openNewForm(page);
  await write(page, 'Half a thought', 'Not finished');
  await page.keyboard.press('Escape');
  await expectOffered(newRows(page), 'Half a thought', longTextField ? 'Not finished' : '');
  await expect(newRows(page)).toContainText(messages.unsavedChanges);
  const row = await placeOf(newRows(page));
  expect(row.y).toBeLessThan((await placeOf(cardOf(page, 'Harbour'))).y);
  await expectAccessible(page);
  await continueDraft(newRows(page));
  await expectWritten(page, 'Half a thought', 'Not finished');
  await expect(newRows(page)).toHaveCount(0);
  await save(page);
  await expect(cardOf(page, 'Half a thought')).toBeVisible();
  await expect(page.getByText(messages.unsavedChanges, { exact: true })).toHaveCount(0);
});

async function placeOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not on the page`);
  return box;
}
