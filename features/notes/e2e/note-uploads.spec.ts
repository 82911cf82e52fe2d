import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#e2e/support/site.ts';
import { apiMessages } from '#shared/messages.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import { addNote, bearer, cardOf, notesOf, openNewNote, save, write } from './notes-helpers.ts';

test.describe('A failed upload', () => {
  test("stops creating the note with 'Upload failed' and leaves the form open", async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'With photo', 'Which does not arrive');
    await choose(page, await jpeg(40, 30));
    await page.route('**/api/upload', (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(preview(page)).toBeVisible();
    expect(await notesOf(request, person)).toEqual([]);
    await page.unroute('**/api/upload');
    await save(page);
    await expect(cardOf(page, 'With photo').locator('img')).toBeVisible();
  });

  test("stops updating the note with 'Upload failed'", async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Plain' });
    await page.goto('/notes');
    await page.getByRole('button', { name: 'Edit' }).click();
    await choose(page, await jpeg(40, 30));
    await expect(preview(page)).toBeVisible();
    await page.route('**/api/upload', (route) => route.abort());
    await save(page);
    await expectToast(page, 'Update failed', 'Upload failed');
    expect(await notesOf(request, person)).toMatchObject([{ version: 1, photo_path: null }]);
  });

  for (const [reason, failure, message] of [
    [
      'it is too large',
      { status: 413, error: apiMessages.photoTooLarge },
      apiMessages.photoTooLarge,
    ],
    [
      'it is not an image',
      { status: 415, error: apiMessages.photoUnsupported },
      apiMessages.photoUnsupported,
    ],
    ['the server is unreachable', undefined, 'No connection to the server. Please try again.'],
  ] as const) {
    test(`shows next to the photo that ${reason}, until another photo is chosen`, async ({
      signedIn: page,
    }) => {
      await page.goto('/notes');
      await openNewNote(page);
      await write(page, 'With photo', 'Which does not arrive');
      await choose(page, await jpeg(40, 30));
      await expect(preview(page)).toBeVisible();
      await page.route('**/api/upload', (route) =>
        failure
          ? route.fulfill({
              status: failure.status,
              json: { success: false, error: failure.error },
            })
          : route.abort(),
      );
      await save(page);
      await expectToast(page, 'Creation failed', 'Upload failed');
      const field = page.getByRole('group', { name: 'Photo' });
      await expect(field).toHaveAccessibleDescription(message);
      await expect(field.getByText(message)).toBeInViewport();
      await expectAccessible(page);
      await choose(page, await jpeg(60, 30));
      await expect(field).toHaveAccessibleDescription('');
    });
  }

  test("because of an expired session shows 'Session expired' once and opens sign-in", async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Too late', 'For this session');
    await choose(page, await jpeg(40, 30));
    await expect(preview(page)).toBeVisible();
    await request.post('/api/auth/logout', { headers: bearer(person) });
    await save(page);
    await expect(page).toHaveURL('/login');
    await expect.poll(() => toastTitles(page)).toEqual(['Session expired']);
  });
});

test('An uploaded photo is not uploaded again when saving the note is retried', async ({
  signedIn: page,
  person,
  request,
}) => {
  let uploads = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/api/upload')) uploads += 1;
  });
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Twice', 'Sent');
  await choose(page, await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
  await page.route('**/api/notes', (route) => route.abort());
  await save(page);
  await expectToast(page, 'Creation failed', 'Network error');
  await page.unroute('**/api/notes');
  await save(page);
  await expect(cardOf(page, 'Twice').locator('img')).toBeVisible();
  expect(uploads).toBe(1);
  expect(await notesOf(request, person)).toHaveLength(1);
});
