import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';
import { addNote, addPhoto, cardOf, openNewNote, save, write } from './notes-helpers.ts';

const draftOffer = (page: Page) => page.getByRole('region', { name: 'Unsaved note' });

/** Opens the notes from another page of the app, so that the history has an earlier entry. */
async function openNotesFromAbout(page: Page) {
  await open(page, '/about');
  await page.getByRole('link', { name: 'Demo' }).first().click();
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  await expect(page.getByText('Loading notes…')).toHaveCount(0);
}

async function expectBackLeaves(page: Page) {
  await page.goBack();
  await expect(page).toHaveURL('/about');
}

/** Goes back without loading a page. Playwright's goBack would wait for one. */
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());

test.describe('The browser back button', () => {
  test('closes the confirmation dialog, then the form, whose draft is kept, then leaves the notes', async ({
    signedIn: page,
  }) => {
    await openNotesFromAbout(page);
    await openNewNote(page);
    await write(page, 'Half a thought', 'that must not get lost');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/notes');
    await expect(draftOffer(page)).toContainText('Half a thought');
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();

    // After the forward button, the form remains closed until it is opened again.
    await forward(page);
    await expect(page).toHaveURL('/notes');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');

    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await back(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(draftOffer(page)).toBeVisible();
    await expectBackLeaves(page);
  });

  test('leaves the notes if the form was closed in another way', async ({ signedIn: page }) => {
    await openNotesFromAbout(page);
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => save(page),
    ]) {
      await openNewNote(page);
      await write(page, 'A title', 'A content');
      await close();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(cardOf(page, 'A title')).toBeVisible();

    // Discarding a draft closes dialog and form together.
    await openNewNote(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(draftOffer(page)).toHaveCount(0);
    await expectBackLeaves(page);
  });

  test('closes a photo, the camera and the delete confirmation', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const photo_path = await addPhoto(request, person);
    await addNote(request, person, { title: 'Illustrated', photo_path });
    await openNotesFromAbout(page);
    await page.getByRole('button', { name: 'Photo of “Illustrated”' }).click();
    await expect(page.getByRole('dialog', { name: 'Illustrated' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await cardOf(page, 'Illustrated').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await back(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(cardOf(page, 'Illustrated')).toBeVisible();

    await openNewNote(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('dialog', { name: 'Camera' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog', { name: 'Camera' })).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectBackLeaves(page);
  });

  test('leaves the notes after a reload, and closes a form that was opened by its URL', async ({
    signedIn: page,
  }) => {
    await openNotesFromAbout(page);
    await openNewNote(page);
    await write(page, 'Half a thought', 'that must not get lost');
    await page.reload();
    await expect(draftOffer(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await draftOffer(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(draftOffer(page)).toHaveCount(0);
    await expectBackLeaves(page);

    await page.goto('/notes?new');
    await expect(page.getByLabel('Title')).toBeFocused();
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/notes');

    await page.goto('/notes?title=Recipe&text=Two+eggs');
    await expect(page.getByLabel('Title')).toHaveValue('Recipe');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/notes');
    await expect(draftOffer(page)).toContainText('Recipe Two eggs');
  });
});

test('The back button works after a session expired while the form was open', async ({
  signedIn: page,
  person,
  request,
}) => {
  await openNotesFromAbout(page);
  await openNewNote(page);
  await write(page, 'Half a thought', 'that must not get lost');
  await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${person.token}` } });
  // The event stream of the session ends.
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Demo' }).first().click();
  await draftOffer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
  await back(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
});
