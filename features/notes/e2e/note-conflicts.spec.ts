import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { addNote, bearer, cardOf, notesOf, save } from './notes-helpers.ts';

test('A note that was changed on another device can be overwritten or replaced by the other version', async ({
  signedIn: page,
  person,
  request,
}) => {
  const { id } = await addNote(request, person, { title: 'Mine', content: 'At first' });
  await page.goto('/notes');

  await test.step('Keep mine', async () => {
    await saveAfterOtherDevice({ title: 'Theirs', content: 'From the phone' }, 'From the desk');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(cardOf(page, 'From the desk')).toBeVisible();
    expect(await notesOf(request, person)).toMatchObject([
      { title: 'Mine', content: 'From the desk', version: 3 },
    ]);
  });

  await test.step('Take theirs', async () => {
    await saveAfterOtherDevice({ title: 'Theirs', content: 'From the tablet' }, 'Once more');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(cardOf(page, 'From the tablet')).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    expect(await notesOf(request, person)).toMatchObject([{ title: 'Theirs', version: 4 }]);
  });

  /** Saves a content while the form shows the version before that of the other device. */
  async function saveAfterOtherDevice(theirs: { title: string; content: string }, mine: string) {
    await page.getByRole('button', { name: 'Edit' }).click();
    await request.put(`/api/notes/${id}`, { data: theirs, headers: bearer(person) });
    await page.getByLabel('Content').fill(mine);
    await save(page);
    await expectToast(
      page,
      'Update failed',
      'This note was changed somewhere else in the meantime.',
    );
    await expect(page.getByText(theirs.content)).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue(mine);
  }
});

test('A note that was deleted on another device can be saved as a new note', async ({
  signedIn: page,
  person,
  request,
}) => {
  const { id } = await addNote(request, person, { title: 'Gone', content: 'Soon' });
  await page.goto('/notes');
  await page.getByRole('button', { name: 'Edit' }).click();
  await request.delete(`/api/notes/${id}`, { headers: bearer(person) });
  await page.getByLabel('Content').fill('But not forgotten');
  await save(page);
  await expectToast(page, 'Update failed', 'Not found.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as new note' }).click();
  await expect(cardOf(page, 'But not forgotten')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Gone']);
  expect(await notesOf(request, person)).toMatchObject([{ content: 'But not forgotten' }]);
});
