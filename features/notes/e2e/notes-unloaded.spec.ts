import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, open } from '#e2e/support/site.ts';
import { addNote, cardOf, countStoredRecords, openNewNote, save, write } from './notes-helpers.ts';

/** Aborts requests for the list while `failing.now` is true. Other requests reach the server. */
async function failListRequests(page: Page) {
  const failing = { now: true };
  await page.route('**/api/notes', (route) =>
    route.request().method() === 'GET' && failing.now ? route.abort() : route.continue(),
  );
  return failing;
}

test.describe('While the list has not loaded', () => {
  test('a new note is shown together with the others', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Still there' });
    const failing = await failListRequests(page);
    await page.goto('/notes');
    await expect(page.getByRole('heading', { name: 'Your notes did not load' })).toBeVisible();
    await openNewNote(page);
    await write(page, 'Written meanwhile', 'Some content');
    failing.now = false;
    await save(page);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Written meanwhile',
      'Still there',
    ]);
  });

  test('a created note is not replaced by an older list', async ({ signedIn: page }) => {
    const saved = Promise.withResolvers<void>();
    let lists = 0;
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() !== 'GET' || lists++ > 0) return route.continue();
      const response = await route.fetch();
      await saved.promise;
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
    });
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Quicker than the list', 'Some content');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    saved.resolve();
    await expect(cardOf(page, 'Quicker than the list')).toBeVisible();
  });
});

test('Offline notes show when the server sent them, not when they were viewed or changed', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'From the server' });
  await page.clock.setFixedTime('2026-01-02T10:00:00Z');
  await open(page, '/notes');
  await expect(cardOf(page, 'From the server')).toBeVisible();
  await expect.poll(() => countStoredRecords(page, 'offline')).toBe(1);
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');

  await page.clock.setFixedTime('2026-01-02T11:30:00Z');
  await page.goBack();
  await expect(cardOf(page, 'From the server')).toBeVisible();
  await openNewNote(page);
  await write(page, 'Written here', 'Some content');
  await save(page);
  await expect(cardOf(page, 'Written here')).toBeVisible();

  await failListRequests(page);
  await page.clock.setFixedTime('2026-01-02T12:45:00Z');
  await page.reload();
  const notice = page.getByText('Shown as last loaded on');
  await expect(notice.locator('time')).toHaveAttribute('datetime', '2026-01-02T10:00:00.000Z');
  await expect(page.locator('.note-title')).toHaveText(['Written here', 'From the server']);
});

test('While offline notes are shown, a note can be deleted or changed, and a failed deletion restores it', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Second', 'First']) await addNote(request, person, { title });
  const titles = page.locator('.note-title');
  const deleteFirst = async () => {
    await cardOf(page, 'First').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await page.goto('/notes');
  await expect.poll(() => countStoredRecords(page, 'offline')).toBe(1);
  await failListRequests(page);
  await page.reload();
  await expect(page.getByText('Shown as last loaded on')).toBeVisible();

  await page.route('**/api/notes/*', (route) => route.abort());
  await deleteFirst();
  await expectToast(page, 'Deletion failed', 'Network error');
  await expect(titles).toHaveText(['First', 'Second']);
  await page.unroute('**/api/notes/*');

  await deleteFirst();
  await expect(cardOf(page, 'First')).toHaveCount(0);
  await cardOf(page, 'Second').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Second, changed');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(titles).toHaveText(['Second, changed']);
});
