import { expectAccessible } from '#e2e/support/accessible.ts';
import { countCalls, expectFieldError } from '#e2e/support/account.ts';
import { expect, insertText, test } from '#e2e/support/fixtures.ts';
import { captureRequestBody, expectStillFocused, expectToast } from '#e2e/support/site.ts';
import {
  addNote,
  cardOf,
  expectAllSent,
  loseOneResponse,
  notesOf,
  openNewNote,
  save,
  unsentNotice,
  write,
} from './notes-helpers.ts';

test.describe('The note form', () => {
  test('needs a title and content, limits them to 100 and 1000 characters, and counts these near the limit', async ({
    signedIn: page,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    for (const label of ['Title', 'Content'])
      await expect(page.getByLabel(label)).toHaveAttribute('required');
    const button = page.getByRole('button', { name: 'Save' });
    await expect(button).toBeDisabled();
    await write(page, 'A title', '   \n ');
    await expect(button).toBeDisabled();
    await write(page, '   ', 'A content');
    await expect(button).toBeDisabled();
    await write(page, 'A title', 'A content');
    await expect(button).toBeEnabled();

    await test.step('an error is shown for a title of invisible characters', async () => {
      await write(page, '\u200b\u200b', 'A content');
      await save(page);
      await expect(page.getByText('Title is required')).toBeVisible();
      await expect(page.getByLabel('Title')).toBeFocused();
      await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
    });

    await write(page, '', '');
    await insertText(page.getByLabel('Title'), 't'.repeat(79));
    await expect(page.getByLabel('Title')).toHaveValue('t'.repeat(79));
    await expect(page.getByText('/ 100')).toHaveCount(0);
    await insertText(page.getByLabel('Title'), 't'.repeat(22));
    await expect(page.getByText('100 / 100', { exact: true })).toBeVisible();
    await insertText(page.getByLabel('Content'), 'c'.repeat(1001));
    await expect(page.getByText('1000 / 1000', { exact: true })).toBeVisible();
    await save(page);
    await expect(cardOf(page, 't'.repeat(100))).toBeVisible();
  });

  test('creates and updates a note, shows it first, announces it and returns the focus', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    await addNote(request, person, { title: 'Older' });
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toBeFocused();
    await write(page, '  Milk  ', 'Two bottles\nof the good one');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Milk', 'Older']);
    await expect(page.getByRole('status').getByText('Note created')).toBeAttached();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await expect(page.locator('dl')).toContainText('Total notes2');
    await expectAllSent(page);
    expect(await notesOf(request, person)).toMatchObject([
      { title: 'Milk', content: 'Two bottles\nof the good one' },
      { title: 'Older' },
    ]);

    await cardOf(page, 'Older').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit note' })).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue('Some content');
    await page.getByLabel('Title').fill('After');
    const sent = await captureRequestBody(page, 'PUT');
    await page.keyboard.press('Control+Enter');
    expect(await sent()).toEqual({ title: 'After', content: 'Some content', version: 1 });
    await expect(cardOf(page, 'After')).toBeVisible();
    await expect(page.getByRole('status').getByText('Note updated')).toBeAttached();
    await expect(cardOf(page, 'After').getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  test('is not saved by Escape, Cancel or Ctrl+Enter in the confirmation dialog above it', async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    await page.goto('/notes');
    await page.getByRole('button', { name: 'New note' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Half a th');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await openNewNote(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openNewNote(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const sent = countCalls(page, '/api/notes');
    await page.keyboard.press('Control+Enter');
    // Firefox presses the focused button, other browsers do not.
    if (browserName !== 'firefox') {
      const cancel = dialog.getByRole('button', { name: 'Cancel' });
      await expect(cancel).toBeFocused();
      await cancel.click();
    }
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(sent.count).toBe(0);
    expect(await notesOf(request, person)).toEqual([]);
  });

  test('shows at the fields what the server did not accept when the note is opened again', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Rejected', 'Some content');
    const fields = { title: 'This title is not allowed' };
    await page.route('**/api/notes', (route) =>
      route.fulfill({ status: 400, json: { success: false, error: 'Invalid input', fields } }),
    );
    await save(page);
    await expectToast(page, 'Creation failed', 'Invalid input');
    await expect(cardOf(page, 'Rejected')).toContainText('Not accepted');
    await page.unroute('**/api/notes');
    await page.reload();
    await cardOf(page, 'Rejected').getByRole('button', { name: 'Edit' }).click();
    await expectFieldError(page, 'Title', fields.title);
    await expectAccessible(page);
    await page.getByLabel('Title').fill('Accepted');
    await save(page);
    await expectAllSent(page);
    await expect(page.getByText('Not accepted')).toHaveCount(0);
    expect(await notesOf(request, person)).toMatchObject([{ title: 'Accepted' }]);
  });

  test('closes when the note is stored on this device, also if it cannot be sent, and a lost response creates no second note', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Here before' });
    await page.goto('/notes');
    await expect(cardOf(page, 'Here before')).toBeVisible();
    let mayFailToUpdate = Promise.resolve();
    await page.route(/\/api\/notes/, async (route) => {
      if (route.request().method() === 'PUT') await mayFailToUpdate;
      await route.fulfill({ status: 500, json: {} });
    });
    const sendNow = page.getByRole('button', { name: 'Send now' });

    await test.step('an update', async () => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await write(page, 'Changed title', 'Changed content');
      await save(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expectToast(page, 'Update failed', 'Failed to update note');
      await expect(cardOf(page, 'Changed title')).toContainText('Not sent yet');
      await expect(unsentNotice(page)).toContainText(
        '1 change is not sent yet: Failed to update note',
      );
      await expectAccessible(page);
    });

    await test.step('a creation, whose error is shown although the update fails again after it', async () => {
      const failed = Promise.withResolvers<void>();
      mayFailToUpdate = failed.promise;
      await openNewNote(page);
      await write(page, 'Second', 'Some content');
      const creating = page.waitForResponse((one) => one.request().method() === 'POST');
      await save(page);
      await creating;
      failed.resolve();
      await expectToast(page, 'Creation failed', 'Failed to create note');
      await expect(unsentNotice(page)).toContainText('2 changes are not sent yet');
    });

    await test.step('both are sent on request, and the focus is not lost', async () => {
      await sendNow.focus();
      await page.keyboard.press('Enter');
      await expectToast(page, 'Update failed', 'Failed to update note');
      await expectStillFocused(page, 'Send now');
      await page.unroute(/\/api\/notes/);
      await page.keyboard.press('Enter');
      await expect(unsentNotice(page)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByText('Not sent yet')).toHaveCount(0);
      expect(await notesOf(request, person)).toMatchObject([
        { title: 'Second' },
        { title: 'Changed title' },
      ]);
    });

    await test.step('a creation whose response is lost', async () => {
      await openNewNote(page);
      await write(page, 'Once', 'and only once');
      await loseOneResponse(page, 'POST');
      await save(page);
      await expectToast(page, 'Creation failed', 'Network error');
      await expect(cardOf(page, 'Once')).toContainText('Not sent yet');
      expect(await notesOf(request, person)).toHaveLength(3);
    });

    await test.step('it can be changed before it is sent again', async () => {
      await cardOf(page, 'Once').getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill('and only once, with more');
      await save(page);
      await expectAllSent(page);
      await expect(page.locator('.item-title')).toHaveText(['Once', 'Second', 'Changed title']);
      expect(await notesOf(request, person)).toMatchObject([
        { content: 'and only once, with more' },
        { title: 'Second' },
        { title: 'Changed title' },
      ]);
    });
  });
});
