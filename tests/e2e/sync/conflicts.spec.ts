import type { Browser, Page } from '@playwright/test';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  deleteItem,
  editText,
  itemsOf,
  openForm,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { changedNotice, expectAllSent, expectOnServer, openOtherDevice } from './helpers.ts';

const dialogOf = (page: Page) => page.getByRole('alertdialog');
const meeting = (page: Page) => cardOf(page, 'Meeting');
const versionOf = (page: Page, name: 'This device' | 'Other device') =>
  dialogOf(page).getByRole('region', { name });

test('A postponed conflict shows later changes of the other device, even after a reload', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Meeting', text: 'On Monday at nine' });
  await page.goto(kind.path);
  const other = await putOffConflict(page, browser, person);

  await test.step('changed again: list, reader and dialog show the newer version', async () => {
    await editText(other, 'Meeting', 'On Monday at eleven');
    await expect(meeting(page)).toContainText('On Monday at eleven');
    await expect(meeting(page)).toContainText('Two versions');
    await page.reload();
    await expect(meeting(page)).toContainText('On Monday at eleven');
    await meeting(page).getByRole('link', { name: 'Meeting' }).click();
    await expect(page.getByRole('article')).toContainText('On Monday at eleven');
    await decide(page);
    await expect(versionOf(page, 'This device').locator('mark')).toHaveText(['eight']);
    await expect(versionOf(page, 'Other device').locator('mark')).toHaveText(['eleven']);
  });

  await test.step('"Use the other" gives exactly the version that is shown', async () => {
    await press(page, 'Use the other');
    await expect(dialogOf(page)).toBeHidden();
    await expect(meeting(page)).toContainText('On Monday at eleven');
    await expect(page.getByText('Two versions')).toHaveCount(0);
    expect(await itemsOf(request, person)).toMatchObject([{ text: 'On Monday at eleven' }]);
  });
  await other.context().close();
});

test('If the other device deletes an item with a postponed conflict, the text on this device is not lost', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Meeting', text: 'On Monday at nine' });
  await page.goto(kind.path);
  const other = await putOffConflict(page, browser, person);
  await deleteItem(other, 'Meeting');
  await expect(meeting(page)).toContainText('Deleted elsewhere');
  await expect(meeting(page)).toContainText('On Monday at eight');
  await page.reload();
  await decide(page);
  await expect(dialogOf(page)).toContainText(messages.conflict.deletedTitle);
  await expect(versionOf(page, 'This device')).toContainText('On Monday at eight');
  await expect(versionOf(page, 'Other device')).toHaveCount(0);
  await press(page, 'Save as new');
  await expectOnServer(request, person, [{ title: 'Meeting', text: 'On Monday at eight' }]);
  await expectAllSent(page);
  await other.context().close();
});

test('An open conflict dialog says when the other version changes, asks again, and closes when nothing is left to decide', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Meeting', text: 'On Monday at nine' });
  await page.goto(kind.path);
  const other = await putOffConflict(page, browser, person);
  const dialog = dialogOf(page);
  await decide(page);
  await dialog.getByRole('button', { name: 'Use the other' }).focus();

  await test.step('changed there: the choice appears again after the user has seen the change', async () => {
    await editText(other, 'Meeting', 'On Monday at eleven');
    await expect(versionOf(page, 'Other device')).toContainText('On Monday at eleven');
    await expect(dialog.getByRole('status')).toContainText(messages.conflict.changedAgain);
    await expect(dialog.getByRole('button', { name: 'Use the other' })).toHaveCount(0);
    // In Firefox only the page in front has the focus.
    await page.bringToFront();
    await expect(dialog.getByRole('button', { name: 'Choose again' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toBeEmpty();
    // Not a button: a key that is still pressed must not choose.
    await expect(dialog).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Keep this one' })).toBeVisible();
  });

  await test.step('deleted there, and restored', async () => {
    await deleteItem(other, 'Meeting');
    await expect(dialog).toContainText(messages.conflict.deletedTitle);
    await expect(dialog.getByRole('button', { name: 'Discard' })).toHaveCount(0);
    await press(page, 'Choose again');
    await expect(dialog.getByRole('button', { name: 'Discard' })).toBeVisible();
    await other.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect(versionOf(page, 'Other device')).toContainText('On Monday at eleven');
    await press(page, 'Choose again');
    await expect(dialog.getByRole('button', { name: 'Use the other' })).toBeVisible();
  });

  await test.step('the same text there: nothing is left to decide', async () => {
    await editText(other, 'Meeting', 'On Monday at eight');
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Nothing left to decide');
    await expect(page.getByText('Two versions')).toHaveCount(0);
    await expectAllSent(page);
    await expectOnServer(request, person, [{ title: 'Meeting', text: 'On Monday at eight' }]);
  });
  await other.context().close();
});

test('A change with a postponed conflict is sent when it can be merged with the other version again', async ({
  signedIn: page,
  browser,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Meeting', text: 'On Monday at nine' });
  await page.goto(kind.path);
  const other = await putOffConflict(page, browser, person);
  await editText(other, 'Meeting', 'In room five on Monday at nine');
  await expectToast(page, 'Changes merged');
  await expectOnServer(request, person, [
    { title: 'Meeting', text: 'In room five on Monday at eight' },
  ]);
  for (const device of [page, other])
    await expect(meeting(device)).toContainText('In room five on Monday at eight');
  await expect(page.getByText('Two versions')).toHaveCount(0);
  await other.context().close();
});

/** Changes the item at the same place on two devices and postpones the decision. Returns the other device. */
async function putOffConflict(page: Page, browser: Browser, person: TestPerson) {
  const other = await openOtherDevice(browser, page, person);
  await openForm(page, 'Meeting');
  await editText(other, 'Meeting', 'On Monday at ten');
  await expect(changedNotice(page)).toBeVisible();
  await write(page, 'Meeting', 'On Monday at eight');
  await saveAndClose(page);
  await press(page, 'Decide later');
  await expect(dialogOf(page)).toBeHidden();
  await expect(meeting(page)).toContainText('On Monday at ten');
  return other;
}

/** Opens the conflict dialog. */
async function decide(page: Page) {
  await meeting(page).getByRole('button', { name: 'Edit' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

const press = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();
