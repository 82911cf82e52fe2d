import type { Locator } from '@playwright/test';
import { fieldsIn } from '#shared/described-fields.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectRightToLeft, open } from '#tests/e2e/support/site.ts';
import { itemUrl, kind, longTextField, messages, titleField } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  changedRows,
  expectWritten,
  itemsOf,
  save,
  titleInput,
  write,
} from './helpers.ts';
import { controlOf, fillField, sampleOf } from './item-form.ts';
import { back, forward, reader, readerTitle } from './reader.ts';

const TABLET = { width: 834, height: 1112 };
const TURNED_TABLET = { width: 1112, height: 834 };

test('Beside the list, items are read and edited with the keyboard alone, and back leads to the list', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Third', 'Second', 'First']) await addItem(request, person, { title });
  await open(page, kind.path);
  await expect(readerTitle(page)).toHaveText('First');
  await expectAccessible(page);

  await cardOf(page, 'Second').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(readerTitle(page)).toHaveText('Second');
  await expect(reader(page)).toBeFocused();
  await expect(cardOf(page, 'Second').getByRole('link')).toHaveAttribute('aria-current', 'true');
  await expectBeside(reader(page), cardOf(page, 'Second'));
  await expectAccessible(page);

  await test.step('the form takes the place of the item, and the list stays', async () => {
    await page.keyboard.press('e');
    const form = page.getByRole('dialog', { name: messages.edit });
    await expect(titleInput(page)).toBeFocused();
    await expectBeside(form, cardOf(page, 'Second'));
    await expect(reader(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('End');
    await page.keyboard.type(', changed');
    await page.keyboard.press('Control+Enter');
    await expect(readerTitle(page)).toHaveText('Second, changed');
    await expect(reader(page)).toBeFocused();
  });

  await test.step('after Save or Cancel, the focus returns to the button that opened the form', async () => {
    const edit = reader(page).getByRole('button', { name: 'Edit' });
    for (const name of ['Save', 'Cancel']) {
      await edit.press('Enter');
      await expect(titleInput(page)).toBeFocused();
      await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
      await expect(edit).toBeFocused();
    }
  });

  await test.step('another card closes the form, whose draft is kept', async () => {
    await reader(page).getByRole('button', { name: 'Edit' }).press('Enter');
    await expect(titleInput(page)).toBeFocused();
    await page.keyboard.type('Not saved');
    await cardOf(page, 'Third').getByRole('link').press('Enter');
    await expect(readerTitle(page)).toHaveText('Third');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(changedRows(page)).toBeVisible();
  });

  await test.step('a new item replaces the item that was read', async () => {
    await page.keyboard.press('n');
    await expect(titleInput(page)).toBeFocused();
    await page.keyboard.type('Zeroth');
    const [, next] = fieldsIn(kind);
    if (next) {
      await page.keyboard.press('Enter');
      await expect(controlOf(page, next)).toBeFocused();
    }
    if (next?.kind === 'long-text') await page.keyboard.type('From the keyboard');
    for (const field of fieldsIn(kind))
      if (field.isRequired && field.name !== titleField.name && field.name !== longTextField?.name)
        await fillField(page, field, sampleOf(field));
    await page.keyboard.press('Control+Enter');
    await expect(readerTitle(page)).toHaveText('Zeroth');
    await expect.poll(() => itemsOf(request, person)).toHaveLength(4);
  });

  await test.step('moving from item to item adds no history: back leads to the list', async () => {
    await back(page);
    await expect(page).toHaveURL(kind.path);
    await expect(readerTitle(page)).toHaveText('Zeroth');
    await forward(page);
    await expect(readerTitle(page)).toHaveText('Zeroth');
  });

  await test.step('after Escape, the focus returns to the row, and the pane still shows the item', async () => {
    await cardOf(page, 'First').getByRole('link').press('Enter');
    await expect(readerTitle(page)).toHaveText('First');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(kind.path);
    await expect(readerTitle(page)).toHaveText('First');
    await expect(cardOf(page, 'First').getByRole('link')).toBeFocused();
  });
});

test('Turning a tablet keeps the open item and the text being written', async ({
  signedIn: page,
  person,
  request,
}) => {
  const title = 'رحلة إلى البحر';
  const item = await addItem(request, person, {
    title,
    text: longTextField && 'خبز وجبن وماء\nhttps://example.com',
  });
  await page.setViewportSize(TABLET);
  await page.goto(itemUrl(item));
  await expect(reader(page)).toBeFocused();
  await expectRightToLeft(readerTitle(page));
  if (longTextField) await expectRightToLeft(reader(page).locator('.item-page-text'));
  await expectAccessible(page);
  for (const [before, after] of [
    [TABLET, TURNED_TABLET],
    [TURNED_TABLET, TABLET],
  ] as const) {
    await page.setViewportSize(before);
    await reader(page).getByRole('button', { name: 'Edit' }).click();
    await write(page, title, `Written at ${before.width} px`);
    await page.setViewportSize(after);
    await expectWritten(page, title, `Written at ${before.width} px`);
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await save(page);
    await expect(reader(page)).toContainText(`Written at ${before.width} px`);
  }
  // An item that was opened by its address has no list to go back to.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(kind.path);
});

/** Expects that one element is to the right of another and both are visible. */
async function expectBeside(part: Locator, other: Locator) {
  await expect(part).toBeVisible();
  await expect(other).toBeVisible();
  const [right, left] = [await part.boundingBox(), await other.boundingBox()];
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
}
