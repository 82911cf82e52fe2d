import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { addNote, cardOf, notesOf } from './notes-helpers.ts';

const announced = (page: Page) => page.getByRole('status').getByText('Note deleted');

test.describe('Deleting a note', () => {
  test.beforeEach(async ({ signedIn: page, person, request }) => {
    for (const title of ['Third', 'Second', 'First']) await addNote(request, person, { title });
    await page.goto('/notes');
    await cardOf(page, 'Second').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete this note?' })).toBeVisible();
  });

  test('asks for confirmation, which Cancel and Escape close', async ({ signedIn: page }) => {
    await expect(page.getByText('“Second” will be gone for good')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const button = cardOf(page, 'Second').getByRole('button', { name: 'Delete' });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(cardOf(page, 'Second')).toBeVisible();
  });

  test('removes the note immediately and announces it after the response', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const mayRespond = Promise.withResolvers<void>();
    await page.route('**/api/notes/*', async (route) => {
      await mayRespond.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['First', 'Third']);
    await expect(cardOf(page, 'Third').getByRole('button', { name: 'Delete' })).toBeFocused();
    await expect(announced(page)).toHaveCount(0);
    mayRespond.resolve();
    await expect(announced(page)).toBeAttached();
    await expect.poll(() => notesOf(request, person)).toHaveLength(2);
  });

  for (const [of, send, message] of [
    ['a network error', undefined, 'Network error'],
    ['a server error', { status: 500, json: {} }, 'Failed to delete note'],
  ] as const) {
    test(`restores the note after ${of}`, async ({ signedIn: page }) => {
      await page.route('**/api/notes/*', (route) => (send ? route.fulfill(send) : route.abort()));
      await page.getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Deletion failed', message);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'First',
        'Second',
        'Third',
      ]);
      await expect(announced(page)).toHaveCount(0);
    });
  }

  test('moves the focus to "New note" after the last note', async ({ signedIn: page }) => {
    for (const _ of ['Second', 'Third', 'First']) {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      const next = page.getByRole('button', { name: 'Delete' });
      if ((await next.count()) > 0) await next.first().click();
    }
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
  });
});
