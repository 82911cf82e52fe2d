import type { Page } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { kind, longTextField, messages, NO_PHOTO } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  continueDraft,
  expectOffered,
  expectWritten,
  followLinkToItems,
  newButton,
  newRows,
  openNewForm,
  save,
  titleInput,
  write,
} from './helpers.ts';
import { back, forward } from './reader.ts';

/** Opens the items from another page of the app, so that the history has an earlier entry. */
async function openItemsFromAbout(page: Page) {
  await open(page, '/about');
  await followLinkToItems(page);
  await expect(page.getByRole('heading', { name: messages.heading, level: 1 })).toBeVisible();
  await expect(page.getByText(messages.loading)).toHaveCount(0);
}

async function expectBackLeaves(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL('/about');
}

test.describe('The browser back button', () => {
  test('closes the confirmation dialog, then the form, whose draft is kept, then leaves the items', async ({
    signedIn: page,
  }) => {
    await openItemsFromAbout(page);
    await openNewForm(page);
    await write(page, 'Half a thought', 'that must not get lost');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(kind.path);
    await expect(newRows(page)).toContainText('Half a thought');
    await expect(newButton(page)).toBeFocused();

    // After the forward button, the form remains closed until it is opened again.
    await forward(page);
    await expect(page).toHaveURL(kind.path);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openNewForm(page);
    await expectWritten(page, 'Half a thought', 'that must not get lost');

    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await back(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectWritten(page, 'Half a thought', 'that must not get lost');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(newRows(page)).toBeVisible();
    await expectBackLeaves(page);
  });

  test('leaves the items if the form was closed in another way', async ({ signedIn: page }) => {
    await openItemsFromAbout(page);
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => save(page),
    ]) {
      await openNewForm(page);
      await write(page, 'A title', 'A content');
      await close();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(cardOf(page, 'A title')).toBeVisible();

    // Discarding a draft closes dialog and form together.
    await openNewForm(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(newRows(page)).toHaveCount(0);
    await expectBackLeaves(page);
  });

  test('closes a photo, the camera and the delete confirmation', async ({
    signedIn: page,
    person,
    request,
  }) => {
    test.skip(!kind.photo, NO_PHOTO);
    const photo_path = await addPhoto(request, person);
    await addItem(request, person, { title: 'Illustrated', photo_path });
    await openItemsFromAbout(page);
    await cardOf(page, 'Illustrated').getByRole('button', { name: 'Photo of' }).click();
    await expect(page.getByRole('dialog', { name: 'Illustrated' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await cardOf(page, 'Illustrated').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await back(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(cardOf(page, 'Illustrated')).toBeVisible();

    await openNewForm(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('dialog', { name: 'Camera' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog', { name: 'Camera' })).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: messages.add })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectBackLeaves(page);
  });

  test('leaves the items after a reload, and closes a form that was opened by its URL', async ({
    signedIn: page,
  }) => {
    await openItemsFromAbout(page);
    await openNewForm(page);
    await write(page, 'Half a thought', 'that must not get lost');
    await page.reload();
    await expect(newRows(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await newRows(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(newRows(page)).toHaveCount(0);
    await expectBackLeaves(page);

    await page.goto(`${kind.path}?new`);
    await expect(titleInput(page)).toBeFocused();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(kind.path);

    await page.goto(`${kind.path}?title=Recipe&text=Two+eggs`);
    await expect(titleInput(page)).toHaveValue('Recipe');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(kind.path);
    await expectOffered(newRows(page), 'Recipe', longTextField ? 'Two eggs' : '');
  });
});

test('The back button works after a session expired while the form was open', async ({
  signedIn: page,
  person,
  request,
}) => {
  await openItemsFromAbout(page);
  await openNewForm(page);
  await write(page, 'Half a thought', 'that must not get lost');
  await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${person.token}` } });
  // The event stream of the session ends.
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await followLinkToItems(page);
  await continueDraft(newRows(page));
  await expectWritten(page, 'Half a thought', 'that must not get lost');
  await back(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});
