import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, open } from '#e2e/support/site.ts';
import {
  addNote,
  blockStream,
  cardOf,
  expectAllSent,
  notesOf,
  openNewNote,
  save,
  unsentNotice,
  write,
} from './notes-helpers.ts';

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
    await expect(
      page.getByRole('heading', { name: 'Your notes could not be loaded' }),
    ).toBeVisible();
    await openNewNote(page);
    await write(page, 'Written meanwhile', 'Some content');
    failing.now = false;
    await save(page);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Written meanwhile']);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([
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

test('Offline notes show when the server last sent them, not when they were viewed', async ({
  signedIn: page,
  person,
  request,
}) => {
  const time = page.getByText('Last loaded on').locator('time');
  await addNote(request, person, { title: 'From the server' });
  await page.clock.setFixedTime('2026-01-02T10:00:00Z');
  await open(page, '/notes');
  await expect(cardOf(page, 'From the server')).toBeVisible();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.clock.setFixedTime('2026-01-02T11:30:00Z');
  await page.goBack();
  await expect(cardOf(page, 'From the server')).toBeVisible();

  await blockStream(page);
  await page.clock.setFixedTime('2026-01-02T12:45:00Z');
  await page.reload();
  await expect(time).toHaveAttribute('datetime', '2026-01-02T10:00:00.000Z');
  await expect(cardOf(page, 'From the server')).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(time).toHaveAttribute('datetime', '2026-01-02T12:45:00.000Z');
});

test('While the server cannot be reached, notes can be deleted and changed, which is sent later', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Second', 'First']) await addNote(request, person, { title });
  await page.goto('/notes');
  await expect(cardOf(page, 'First')).toBeVisible();
  await blockStream(page);
  await page.route('**/api/notes/*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Last loaded on')).toBeVisible();

  await cardOf(page, 'First').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Deletion failed', 'Network error');
  await cardOf(page, 'Second').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Second, changed');
  await save(page);
  await expectToast(page, 'Update failed', 'Network error');
  await expect(page.locator('.item-title')).toHaveText(['Second, changed']);
  await expect(unsentNotice(page)).toContainText('2 changes are not sent yet: Network error');

  await page.unroute('**/api/notes/*');
  await page.unroute('**/api/changes/stream');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectAllSent(page);
  await expect(page.getByText('Last loaded on')).toHaveCount(0);
  await expect(page.locator('.item-title')).toHaveText(['Second, changed']);
  expect(await notesOf(request, person)).toMatchObject([{ title: 'Second, changed' }]);
});
