import { expect, test } from '#e2e/support/fixtures.ts';
import { addNote, cardOf, draftKeys, expectAllSent, notesOf } from './notes-helpers.ts';

test('Unsaved changes of a note are restored, and an unchanged note leaves no draft', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'As it was', content: 'The content' });
  await page.goto('/notes');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Content').fill('The content, longer');
  await expect.poll(() => draftKeys(page)).toHaveLength(1);
  await page.reload();
  const offer = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(offer).toContainText('The content, longer');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('The content, longer');
  await page.getByLabel('Content').fill('The content');
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await expect.poll(() => draftKeys(page)).toEqual([]);
});

test('Deleting notes deletes their unsaved changes before the server responds', async ({
  signedIn: page,
  person,
  request,
}) => {
  const titles = ['Second', 'First'];
  for (const title of titles) await addNote(request, person, { title });
  const mayRespond = Promise.withResolvers<void>();
  await page.route('**/api/notes/*', async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await page.goto('/notes');
  for (const title of titles) {
    await cardOf(page, title).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Content').fill('Some content, longer');
    await page.keyboard.press('Escape');
  }
  const offers = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(offers).toHaveCount(2);
  for (const title of titles) {
    await cardOf(page, title).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await expect(offers).toHaveCount(0);
  await expect.poll(() => draftKeys(page)).toEqual([]);
  mayRespond.resolve();
  await expectAllSent(page);
  expect(await notesOf(request, person)).toEqual([]);
});
