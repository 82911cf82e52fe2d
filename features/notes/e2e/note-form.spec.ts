import { expectAccessible } from '#e2e/support/accessible.ts';
import { countCalls } from '#e2e/support/account.ts';
import { expect, insertText, test } from '#e2e/support/fixtures.ts';
import { captureRequestBody, expectToast } from '#e2e/support/site.ts';
import {
  addNote,
  cardOf,
  loseOneResponse,
  notesOf,
  openNewNote,
  save,
  write,
} from './notes-helpers.ts';

test.describe('The note form', () => {
  test('can be saved only with a title and content', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    const button = page.getByRole('button', { name: 'Save' });
    await expect(button).toBeDisabled();
    await write(page, 'A title', '   \n ');
    await expect(button).toBeDisabled();
    await write(page, '   ', 'A content');
    await expect(button).toBeDisabled();
    await write(page, 'A title', 'A content');
    await expect(button).toBeEnabled();
  });

  test('counts characters and limits the title to 100 and the content to 1000', async ({
    signedIn: page,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByText('0 / 100', { exact: true })).toBeVisible();
    await insertText(page.getByLabel('Title'), 't'.repeat(101));
    await expect(page.getByText('100 / 100', { exact: true })).toBeVisible();
    await insertText(page.getByLabel('Content'), 'c'.repeat(1001));
    await expect(page.getByText('1000 / 1000', { exact: true })).toBeVisible();
    await save(page);
    await expect(cardOf(page, 't'.repeat(100))).toBeVisible();
  });

  test('shows an error for a title of invisible characters', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, '\u200b\u200b', 'A content');
    await save(page);
    await expect(page.getByText('Title is required')).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  test('creates a note, shows it first and announces it', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Older' });
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toBeFocused();
    await write(page, '  Milk  ', 'Two bottles\nof the good one');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Milk', 'Older']);
    await expect(page.getByRole('status').getByText('Note created')).toBeAttached();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await expect(page.locator('dl')).toContainText('Total notes2');
    expect(await notesOf(request, person)).toMatchObject([
      { title: 'Milk', content: 'Two bottles\nof the good one' },
      { title: 'Older' },
    ]);
  });

  test('updates a note with its version and returns the focus', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Before', content: 'The content' });
    await page.goto('/notes');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit note' })).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue('The content');
    await page.getByLabel('Title').fill('After');
    const sent = await captureRequestBody(page, 'PUT');
    await page.keyboard.press('Control+Enter');
    expect(await sent()).toEqual({
      title: 'After',
      content: 'The content',
      version: 1,
    });
    await expect(cardOf(page, 'After')).toBeVisible();
    await expect(page.getByRole('status').getByText('Note updated')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  test('closes with Escape and Cancel without saving', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await page.getByRole('button', { name: 'New note' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Half a th');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await openNewNote(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await notesOf(request, person)).toEqual([]);
  });

  test('is not saved by Ctrl+Enter in the confirmation dialog above it', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const sent = countCalls(page, '/api/notes');
    await page.keyboard.press('Control+Enter');
    // Firefox activates the focused button; in other browsers the dialog is still open.
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await cancel.click({ timeout: 2000 }).catch(() => {});
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(sent.count).toBe(0);
    expect(await notesOf(request, person)).toEqual([]);
  });

  const failures = [
    { of: 'a network error', send: undefined, create: 'Network error', update: 'Network error' },
    {
      of: 'an error without a message',
      send: { status: 500, json: {} },
      create: 'Failed to create note',
      update: 'Failed to update note',
    },
    {
      of: 'an error message of the server',
      send: { status: 503, json: { success: false, error: 'Maintenance in progress.' } },
      create: 'Maintenance in progress.',
      update: 'Maintenance in progress.',
    },
  ];
  for (const { of, send, create, update } of failures) {
    test(`remains open when saving fails with ${of}`, async ({
      signedIn: page,
      person,
      request,
    }) => {
      await addNote(request, person, { title: 'Here before' });
      await page.goto('/notes');
      await expect(cardOf(page, 'Here before')).toBeVisible();
      await page.route(/\/api\/notes/, (route) => (send ? route.fulfill(send) : route.abort()));
      await openNewNote(page);
      await write(page, 'Kept title', 'Kept content');
      await save(page);
      await expectToast(page, 'Creation failed', create);
      await expect(page.getByLabel('Title')).toHaveValue('Kept title');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Edit' }).click();
      await write(page, 'Changed title', 'Changed content');
      await save(page);
      await expectToast(page, 'Update failed', update);
      await expect(page.getByLabel('Content')).toHaveValue('Changed content');
    });
  }
});

test.describe('A lost response', () => {
  test('to a creation does not create a second note on retry', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await loseOneResponse(page, 'POST');
    await openNewNote(page);
    await write(page, 'Once', 'and only once');
    await save(page);
    await expectToast(page, 'Creation failed', 'Network error');
    expect(await notesOf(request, person)).toHaveLength(1);
    await page.getByLabel('Content').fill('and only once, with more');
    await save(page);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Once']);
    expect(await notesOf(request, person)).toMatchObject([{ content: 'and only once, with more' }]);
  });

  test('to an update does not cause a conflict on retry', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Before' });
    await page.goto('/notes');
    await loseOneResponse(page, 'PUT');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('After');
    await save(page);
    await expectToast(page, 'Update failed', 'Network error');
    await save(page);
    await expect(cardOf(page, 'After')).toBeVisible();
    expect(await notesOf(request, person)).toMatchObject([{ title: 'After', version: 2 }]);
  });
});
