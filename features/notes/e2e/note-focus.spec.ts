import { expect, test } from '#e2e/support/fixtures.ts';
import { expectStillFocused } from '#e2e/support/site.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import { addNote, addPhoto, cardOf, openNewNote } from './notes-helpers.ts';

test.describe('A busy button keeps the focus', () => {
  test('Take photo, when the camera fails', async ({ signedIn: page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('It is broken', 'NotReadableError');
      };
    });
    await page.goto('/notes');
    await openNewNote(page);
    await page.getByRole('button', { name: 'Take photo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).not.toHaveText('');
    await expectStillFocused(page, 'Take photo');
  });
});

test.describe('A button that disappears moves the focus', () => {
  test('Try again, to the heading of the notes', async ({ signedIn: page }) => {
    await page.route('**/api/notes', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/notes');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('Remove photo and Keep photo, to each other', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const photo_path = await addPhoto(request, person);
    await addNote(request, person, { title: 'Illustrated', photo_path });
    await page.goto('/notes');
    await cardOf(page, 'Illustrated').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove photo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Keep photo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove photo' })).toBeFocused();
  });

  test('Remove photo of a new note, to the gallery button', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await choose(page, await jpeg(60, 40));
    await expect(preview(page)).toBeVisible();
    await page.getByRole('button', { name: 'Remove photo' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose from gallery' })).toBeFocused();
  });
});
