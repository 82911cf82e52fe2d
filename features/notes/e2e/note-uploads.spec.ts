import { expectAccessible } from '#e2e/support/accessible.ts';
import { countCalls } from '#e2e/support/account.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#e2e/support/site.ts';
import { apiMessages } from '#shared/messages.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import { bearer, cardOf, notesOf, openNewNote, save, write } from './notes-helpers.ts';

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'With photo', 'Which does not arrive');
  await choose(page, await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
});

test('A failed upload shows its reason and leaves the form open, and a successful one is not repeated', async ({
  signedIn: page,
  person,
  request,
}) => {
  await test.step('the reason is shown next to the photo until another photo is chosen', async () => {
    const error = apiMessages.photoTooLarge;
    await page.route('**/api/upload', (route) =>
      route.fulfill({ status: 413, json: { success: false, error } }),
    );
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    const field = page.getByRole('group', { name: 'Photo' });
    await expect(field).toHaveAccessibleDescription(error);
    await expect(field.getByText(error)).toBeInViewport();
    await expectAccessible(page);
    await choose(page, await jpeg(60, 30));
    await expect(field).toHaveAccessibleDescription('');
    await page.unroute('**/api/upload');
  });

  await test.step('without a reason, the note is not created either', async () => {
    await page.route('**/api/upload', (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(preview(page)).toBeVisible();
    expect(await notesOf(request, person)).toEqual([]);
    await page.unroute('**/api/upload');
  });

  await test.step('an uploaded photo is not uploaded again when saving the note is retried', async () => {
    const uploads = countCalls(page, '/api/upload');
    await page.route('**/api/notes', (route) => route.abort());
    await save(page);
    await expectToast(page, 'Creation failed', 'Network error');
    await page.unroute('**/api/notes');
    await save(page);
    await expect(cardOf(page, 'With photo').locator('img')).toBeVisible();
    expect(uploads.count).toBe(1);
    expect(await notesOf(request, person)).toHaveLength(1);
  });
});

test("An upload after the session has expired shows 'Session expired' once and opens sign-in", async ({
  signedIn: page,
  person,
  request,
}) => {
  await request.post('/api/auth/logout', { headers: bearer(person) });
  await save(page);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => toastTitles(page)).toEqual(['Session expired']);
});
