import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { addNote, cardOf, expectAllSent, notesOf, unsentNotice } from './notes-helpers.ts';

test('Deleting a note asks first, removes it immediately, and shows it again if the server rejects that', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Third', 'Second', 'First']) await addNote(request, person, { title });
  const titles = page.getByRole('heading', { level: 3 });
  const dialog = page.getByRole('alertdialog', { name: 'Delete this note?' });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  const deleteOf = (title: string) => cardOf(page, title).getByRole('button', { name: 'Delete' });
  await page.goto('/notes');

  await test.step('Cancel and Escape close the confirmation', async () => {
    await deleteOf('Second').click();
    await expect(dialog).toBeVisible();
    await expect(page.getByText('“Second” will be deleted on all your devices')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(deleteOf('Second')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(cardOf(page, 'Second')).toBeVisible();
  });

  await test.step('a deletion that the server rejects shows the note again', async () => {
    await page.route('**/api/notes/*', (route) =>
      route.fulfill({ status: 403, json: { success: false, error: 'Not allowed' } }),
    );
    await deleteOf('Second').click();
    await confirm.click();
    await expectToast(page, 'Deletion failed', 'Not allowed');
    await expect(titles).toHaveText(['First', 'Second', 'Third']);
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    await page.unroute('**/api/notes/*');
  });

  await test.step('the note disappears and is announced before the response', async () => {
    const mayRespond = Promise.withResolvers<void>();
    await page.route('**/api/notes/*', async (route) => {
      await mayRespond.promise;
      await route.continue();
    });
    await deleteOf('Second').click();
    await confirm.click();
    await expect(titles).toHaveText(['First', 'Third']);
    await expect(deleteOf('Third')).toBeFocused();
    await expectToast(page, 'Note deleted');
    expect(await notesOf(request, person)).toHaveLength(3);
    mayRespond.resolve();
    await expectAllSent(page);
    expect(await notesOf(request, person)).toHaveLength(2);
    await page.unroute('**/api/notes/*');
  });

  await test.step('a deletion that cannot be sent is kept and sent later', async () => {
    await page.route('**/api/notes/*', (route) => route.fulfill({ status: 500, json: {} }));
    await deleteOf('First').click();
    await confirm.click();
    await expectToast(page, 'Deletion failed', 'Failed to delete note');
    await expect(titles).toHaveText(['Third']);
    await expect(unsentNotice(page)).toContainText(
      '1 change is not sent yet: Failed to delete note',
    );
    await page.unroute('**/api/notes/*');
    await page.reload();
    await expect(titles).toHaveText(['Third']);
    await expectAllSent(page);
    expect(await notesOf(request, person)).toMatchObject([{ title: 'Third' }]);
  });

  await test.step('after the last note, "New note" has the focus', async () => {
    await deleteOf('Third').click();
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
  });
});
