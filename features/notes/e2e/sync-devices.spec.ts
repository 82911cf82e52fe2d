import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#e2e/support/site.ts';
import { addNote, bearer, cardOf, notesOf } from './notes-helpers.ts';
import {
  deleteNote,
  editContent,
  expectAllSent,
  expectOnServer,
  openForm,
  openOtherDevice,
  saveAndClose,
} from './sync-helpers.ts';

const dialogOf = (page: Page) => page.getByRole('alertdialog');

test('Changes of two devices at different places of a note are merged, which is said once', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Shopping', content: 'Bread, milk and cheese' });
  await page.goto('/notes');
  const other = await openOtherDevice(browser, page, person);
  await openForm(page, 'Shopping');
  await editContent(other, 'Shopping', 'Brown bread, milk and cheese');
  await expect(
    page.getByText('This note was changed on another device. When you save, both changes'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Title').fill('Shopping today');
  await page.getByLabel('Content').fill('Bread, milk and cheese, wine');
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
    { title: 'Shopping today', content: 'Brown bread, milk and cheese, wine' },
  ]);
  await other.context().close();
});

test('Changes of two devices at the same place wait for a decision, which can be made later and with the keyboard', {
  tag: '@smoke',
}, async ({ signedIn: page, browser, person, request }) => {
  await addNote(request, person, { title: 'Meeting', content: 'On Monday at nine' });
  await page.goto('/notes');
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
    await expect(page.locator('.item-card')).toContainText('On Monday at ten');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('"Decide later" keeps the mark, and pressing the note asks again, also after a reload', async () => {
    await page.getByRole('button', { name: 'Decide later' }).click();
    await expect(dialog).toBeHidden();
    await expect(cardOf(page, 'Meeting')).toContainText('Two versions');
    await expect(cardOf(page, 'Meeting')).toContainText('On Monday at ten');
    await page.reload();
    await expect(cardOf(page, 'Meeting')).toContainText('Two versions');
    expect(await notesOf(request, person)).toMatchObject([{ content: 'On Monday at ten' }]);
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

  await test.step('"Use the other" drops the version of this device', async () => {
    await changeOnBoth('On Monday at six', 'On Monday at seven');
    await pressWithKeyboard(page, 'Use the other');
    await expectDecided(['On Monday at seven']);
  });

  await test.step('"Keep both" makes the version of this device a second note', async () => {
    await changeOnBoth('On Friday at seven', 'On Tuesday at seven');
    await pressWithKeyboard(page, 'Keep both');
    await expectDecided(['On Friday at seven', 'On Tuesday at seven']);
  });
  await other.context().close();

  /** Changes the note in a form that was opened before the other device changes it, too. */
  async function changeOnBoth(mine: string, theirs: string) {
    await openForm(page, 'Meeting');
    await editContent(other, 'Meeting', theirs);
    await expect(page.getByText('This note was changed on another device.')).toBeVisible();
    await page.bringToFront();
    await page.getByLabel('Content').fill(mine);
    await saveAndClose(page);
    await expect(dialog).toContainText('This note was changed somewhere else');
  }

  async function expectDecided(contents: string[]) {
    await expect(dialog).toBeHidden();
    for (const device of [page, other]) {
      await expect(cardOf(device, 'Meeting')).toHaveCount(contents.length);
      for (const content of contents) await expect(cardOf(device, content)).toHaveCount(1);
    }
    await expectAllSent(page);
    await expect(page.getByText('Two versions')).toHaveCount(0);
    expect((await notesOf(request, person)).map(({ content }) => content).sort()).toEqual(contents);
  }
});

test('A note that is changed on one device and deleted on the other waits for a decision', async ({
  signedIn: page,
  person,
  request,
}) => {
  const headers = bearer(person);
  const dialog = dialogOf(page);
  await page.goto('/notes');

  await test.step('deleted there: saved as a new note', async () => {
    await changeAfterDeletion('Recipe');
    await expectAccessible(page);
    await pressWithKeyboard(page, 'Save as new');
    await expect(dialog).toBeHidden();
    await expectOnServer(request, person, [{ title: 'Recipe', content: 'Three eggs' }]);
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

  /** Changes a note here that the other device deletes while the form is open. */
  async function changeAfterDeletion(title: string) {
    const { id } = await addNote(request, person, { title });
    await openForm(page, title);
    await request.delete(`/api/notes/${id}`, { headers });
    await expect(page.getByText('This note was deleted on another device.')).toBeVisible();
    await page.getByLabel('Content').fill('Three eggs');
    await saveAndClose(page);
    await expect(dialog).toContainText('This note was deleted somewhere else');
    await expect(dialog).toContainText('Three eggs');
  }

  /** Deletes a note here that the other device changes without this one hearing of it. */
  async function deleteAfterChange(title: string) {
    const { id } = await addNote(request, person, { title });
    await expect(cardOf(page, title)).toBeVisible();
    await page.route('**/api/changes?*', (route) => route.abort());
    const data = { title, content: 'And changed' };
    await request.put(`/api/notes/${id}`, { data, headers });
    // The notice moves the list, which must not happen between pressing and releasing the button.
    await expect(page.getByText('Last loaded on')).toBeVisible();
    await deleteNote(page, title);
    await expect(dialog).toContainText('You deleted a note that was changed somewhere else');
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
