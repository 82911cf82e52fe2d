import { expectAccessible } from '#e2e/support/accessible.ts';
import { countCalls } from '#e2e/support/account.ts';
import { expect, insert, test } from '#e2e/support/fixtures.ts';
import { expectToast, nextBody } from '#e2e/support/site.ts';
import {
  addNote,
  cardOf,
  loseOneAnswer,
  notesOf,
  openNewNote,
  save,
  write,
} from './notes-helpers.ts';

test.describe('the form', () => {
  test('saves only what has a title and a content', async ({ signedIn: page }) => {
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

  test('counts characters and takes no more than 100 and 1000', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByText('0 / 100', { exact: true })).toBeVisible();
    await insert(page.getByLabel('Title'), 't'.repeat(101));
    await expect(page.getByText('100 / 100', { exact: true })).toBeVisible();
    await insert(page.getByLabel('Content'), 'c'.repeat(1001));
    await expect(page.getByText('1000 / 1000', { exact: true })).toBeVisible();
    await save(page);
    await expect(cardOf(page, 't'.repeat(100))).toBeVisible();
  });

  test('says beside the field what cannot be seen', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, '\u200b\u200b', 'A content');
    await save(page);
    await expect(page.getByText('Title is required')).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  test('creates a note, shows it first and says so', async ({
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

  test('changes a note, by its version, and goes back to where it came from', async ({
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
    const sent = await nextBody(page, 'PUT');
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

  test('closes on Escape and on Cancel without saving', async ({
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

  test('is not saved by Ctrl+Enter in the question that stands over it', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const sent = countCalls(page, '/api/notes');
    await page.keyboard.press('Control+Enter');
    // Firefox has pressed the button that has focus; elsewhere the question is still there.
    const cancel = question.getByRole('button', { name: 'Cancel' });
    await cancel.click({ timeout: 2000 }).catch(() => {});
    await expect(question).toHaveCount(0);
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(sent.count).toBe(0);
    expect(await notesOf(request, person)).toEqual([]);
  });

  const answers = [
    { of: 'no answer', send: undefined, create: 'Network error', update: 'Network error' },
    {
      of: 'an answer without a message',
      send: { status: 500, json: {} },
      create: 'Failed to create note',
      update: 'Failed to update note',
    },
    {
      of: 'a message of the server',
      send: { status: 503, json: { success: false, error: 'We are moving house.' } },
      create: 'We are moving house.',
      update: 'We are moving house.',
    },
  ];
  for (const { of, send, create, update } of answers) {
    test(`stays open when saving gets ${of}`, async ({ signedIn: page, person, request }) => {
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

test.describe('an answer that got lost', () => {
  test('makes one note, however often it is tried', async ({ signedIn: page, person, request }) => {
    await page.goto('/notes');
    await loseOneAnswer(page, 'POST');
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

  test('of a change is no conflict', async ({ signedIn: page, person, request }) => {
    await addNote(request, person, { title: 'Before' });
    await page.goto('/notes');
    await loseOneAnswer(page, 'PUT');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('After');
    await save(page);
    await expectToast(page, 'Update failed', 'Network error');
    await save(page);
    await expect(cardOf(page, 'After')).toBeVisible();
    expect(await notesOf(request, person)).toMatchObject([{ title: 'After', version: 2 }]);
  });
});
