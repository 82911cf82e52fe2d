import type { Page } from '@playwright/test';
import { kind, longTextField, messages, NO_LONG_TEXT } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  changeItem,
  deleteElsewhere,
  deleteItem,
  editText,
  itemsOf,
  openForm,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#tests/e2e/support/site.ts';
import { changedNotice, expectAllSent, expectOnServer, openOtherDevice } from './helpers.ts';

const dialogOf = (page: Page) => page.getByRole('alertdialog');

test('Changes of two devices at different places of an item are merged, which is announced once', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  test.skip(!longTextField, NO_LONG_TEXT);
  await addItem(request, person, { title: 'Shopping', text: 'Bread, milk and cheese' });
  await page.goto(kind.path);
  const other = await openOtherDevice(browser, page, person);
  await openForm(page, 'Shopping');
  await editText(other, 'Shopping', 'Brown bread, milk and cheese');
  await expect(changedNotice(page)).toBeVisible();
  await expectAccessible(page);
  await write(page, 'Shopping today', 'Bread, milk and cheese, wine');
  await saveAndClose(page);
  await expectToast(page, 'Changes merged');
  for (const device of [page, other]) {
    await expect(cardOf(device, 'Shopping today')).toContainText(
      'Brown bread, milk and cheese, wine',
    );
    await expectAllSent(device);
    expect(await toastTitles(device)).toEqual([]);
  }
  await expectOnServer(request, person, [
    { title: 'Shopping today', text: 'Brown bread, milk and cheese, wine' },
  ]);
  await other.context().close();
});

test('Changes of two devices at the same place wait for a decision, which can be made later and with the keyboard', {
  tag: '@smoke',
}, async ({ signedIn: page, browser, person, request }) => {
  await addItem(request, person, { title: 'Meeting', text: 'On Monday at nine' });
  await page.goto(kind.path);
  const other = await openOtherDevice(browser, page, person);
  const dialog = dialogOf(page);

  await test.step('both versions are shown with their times and the words that differ', async () => {
    await changeOnBoth('On Monday at eight', 'On Monday at ten');
    const mine = dialog.getByRole('region', { name: 'This device' });
    const theirs = dialog.getByRole('region', { name: 'Other device' });
    for (const version of [mine, theirs]) {
      await expect(version).toContainText('Meeting');
      await expect(version.locator('time')).toHaveText(/\d/);
    }
    await expect(mine.locator('mark')).toHaveText(['eight']);
    await expect(theirs.locator('mark')).toHaveText(['ten']);
    await expect(mine.getByRole('button')).toHaveText('Keep this one');
    await expect(theirs.getByRole('button')).toHaveText('Use the other');
    await expect(page.locator('.item-card')).toContainText('On Monday at ten');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('"Decide later" keeps the mark, and pressing the item asks again, also after a reload', async () => {
    await page.getByRole('button', { name: 'Decide later' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, 'Meeting')).toContainText('Two versions');
    await expect(cardOf(page, 'Meeting')).toContainText('On Monday at ten');
    await page.reload();
    await expect(cardOf(page, 'Meeting')).toContainText('Two versions');
    expect(await itemsOf(request, person)).toMatchObject([{ text: 'On Monday at ten' }]);
    // Firefox sends key presses to the window in front.
    await page.bringToFront();
    await cardOf(page, 'Meeting').getByRole('button', { name: 'Edit' }).press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, 'Meeting').getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
  });

  await test.step('"Keep this one" overwrites the other', async () => {
    await pressWithKeyboard(page, 'Keep this one');
    await expectDecided(['On Monday at eight']);
  });

  await test.step('"Use the other" discards the version of this device', async () => {
    await changeOnBoth('On Monday at six', 'On Monday at seven');
    await pressWithKeyboard(page, 'Use the other');
    await expectDecided(['On Monday at seven']);
  });

  await test.step('"Keep both" turns the version of this device into a second item', async () => {
    await changeOnBoth('On Friday at seven', 'On Tuesday at seven');
    await pressWithKeyboard(page, 'Keep both');
    await expectDecided(['On Friday at seven', 'On Tuesday at seven']);
  });
  await other.context().close();

  /** Changes the item in a form that was opened before the other device also changed it. */
  async function changeOnBoth(mine: string, theirs: string) {
    await openForm(page, 'Meeting');
    await editText(other, 'Meeting', theirs);
    await expect(changedNotice(page)).toBeVisible();
    await page.bringToFront();
    await write(page, 'Meeting', mine);
    await saveAndClose(page);
    await expect(dialog).toContainText(messages.conflict.changedTitle);
  }

  async function expectDecided(texts: string[]) {
    await expect(dialog).toBeHidden();
    for (const device of [page, other]) {
      await expect(cardOf(device, 'Meeting')).toHaveCount(texts.length);
      for (const text of texts) await expect(cardOf(device, text)).toHaveCount(1);
    }
    await expectAllSent(page);
    await expect(page.getByText('Two versions')).toHaveCount(0);
    expect((await itemsOf(request, person)).map(({ text }) => text).sort()).toEqual(texts);
  }
});

test('An item that is changed on one device and deleted on the other waits for a decision', async ({
  signedIn: page,
  person,
  request,
}) => {
  const dialog = dialogOf(page);
  await page.goto(kind.path);

  await test.step('deleted there: saved as a new item', async () => {
    await changeAfterDeletion('Recipe');
    await expectAccessible(page);
    await pressWithKeyboard(page, 'Save as new');
    await expect(dialog).toBeHidden();
    await expectOnServer(request, person, [{ title: 'Recipe', text: 'Three eggs' }]);
    await expectAllSent(page);
    await expect(cardOf(page, 'Recipe')).toHaveCount(1);
  });

  await test.step('deleted there: discarded', async () => {
    await changeAfterDeletion('Poem');
    await pressWithKeyboard(page, 'Discard');
    await expect(cardOf(page, 'Poem')).toHaveCount(0);
    await expectOnServer(request, person, [{ title: 'Recipe' }]);
  });

  await test.step('deleted here: kept', async () => {
    await deleteAfterChange('Letter');
    await expect(dialog).toContainText('And changed');
    await expectAccessible(page);
    await pressWithKeyboard(page, 'Keep it');
    await expect(cardOf(page, 'Letter')).toContainText('And changed');
    await expect(page.getByText('Two versions')).toHaveCount(0);
    await expectOnServer(request, person, [{ title: 'Letter' }, { title: 'Recipe' }]);
  });

  await test.step('deleted here: shown until it is decided, then deleted', async () => {
    await deleteAfterChange('Diary');
    await pressWithKeyboard(page, 'Decide later');
    await expect(cardOf(page, 'Diary')).toContainText('Two versions');
    await cardOf(page, 'Diary').getByRole('button', { name: 'Edit' }).click();
    await pressWithKeyboard(page, 'Delete anyway');
    await expect(cardOf(page, 'Diary')).toHaveCount(0);
    await expectOnServer(request, person, [{ title: 'Letter' }, { title: 'Recipe' }]);
  });

  /** Changes an item here that the other device deletes while the form is open. */
  async function changeAfterDeletion(title: string) {
    const item = await addItem(request, person, { title });
    await openForm(page, title);
    await deleteElsewhere(request, person, item);
    await expect(page.getByText(messages.deletedWhileEditing)).toBeVisible();
    await write(page, title, 'Three eggs');
    await saveAndClose(page);
    await expect(dialog).toContainText(messages.conflict.deletedTitle);
    await expect(dialog).toContainText('Three eggs');
  }

  /** Deletes an item here after the other device has changed it without this device learning of it. */
  async function deleteAfterChange(title: string) {
    const item = await addItem(request, person, { title });
    await expect(cardOf(page, title)).toBeVisible();
    await page.route('**/api/changes?*', (route) => route.abort());
    await changeItem(request, person, item, { title, text: 'And changed' });
    // The notice moves the list, which must not happen between pressing and releasing the button.
    await expect(page.getByText('Last loaded on')).toBeVisible();
    await deleteItem(page, title);
    await expect(dialog).toContainText(messages.conflict.deletedHereTitle);
    await expect(page.locator('.toast')).toHaveCount(0);
    await page.unroute('**/api/changes?*');
  }
});

/** Presses a button of the open dialog with the keyboard alone. */
async function pressWithKeyboard(page: Page, name: string) {
  const button = dialogOf(page).getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  for (let tabs = 0; tabs < 5; tabs++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}
