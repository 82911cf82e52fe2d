import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import type { TestPerson } from '#tooling/test-people.ts';
import {
  bearer,
  blockStream,
  cardOf,
  draftKeys,
  expectAllSent,
  loseOneResponse,
  notesOf,
  openNewNote,
  picture,
  save,
  storedKeys,
  write,
} from './notes-helpers.ts';

const draftOffer = (page: Page) => page.getByRole('region', { name: 'Unsaved note' });

async function signInAs(page: Page, { token, user }: TestPerson) {
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('app_token', token as string);
      localStorage.setItem('app_user', user as string);
    },
    [token, JSON.stringify(user)],
  );
}

/** Lists the ids of the users who own the records of a store. */
async function ownersOf(page: Page, store: Parameters<typeof storedKeys>[1]) {
  return (await storedKeys(page, store)).map((key) => (key as string[])[0]);
}

async function startDraft(page: Page) {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Half a thought', 'that must not get lost');
}

test.describe('The draft of a new note', () => {
  test('is restored with its photo after a reload and deleted when the note is saved', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    await startDraft(page);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    const buffer = await picture(40, 30);
    await (await choosing).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByAltText('The photo you chose')).toBeVisible();
    await expect.poll(() => storedKeys(page, 'photos')).toHaveLength(1);
    await page.reload();
    await expect(draftOffer(page)).toContainText('Half a thought');
    await draftOffer(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(page.getByLabel('Content')).toHaveValue('that must not get lost');
    await expect(page.getByAltText('The photo you chose')).toBeVisible();
    await save(page);
    await expect(cardOf(page, 'Half a thought').locator('img')).toBeVisible();
    await expect(draftOffer(page)).toHaveCount(0);
    // "Continue" has disappeared.
    await expect(page.locator('h1:focus, .new-item:focus')).toHaveCount(1);
    expect(await draftKeys(page)).toEqual([]);
    await expectAllSent(page);
    expect(await storedKeys(page, 'photos')).toEqual([]);
    expect(await notesOf(request, person)).toHaveLength(1);
  });

  test('is stored when the form is closed, continued by "New note" and discarded only after confirmation', async ({
    signedIn: page,
  }) => {
    await startDraft(page);
    await expect(page.getByText('Draft kept on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(draftOffer(page)).toBeVisible();
    await openNewNote(page);
    await expect(page.getByLabel('Content')).toHaveValue('that must not get lost');

    await page.getByRole('button', { name: 'Discard draft' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await page.keyboard.press('Escape');
    await draftOffer(page).getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(draftOffer(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await expect.poll(() => draftKeys(page)).toEqual([]);

    // A draft whose text was deleted needs no confirmation.
    await openNewNote(page);
    await write(page, 'Another', 'thought');
    await write(page, '', '');
    await page.keyboard.press('Escape');
    await expect(draftOffer(page)).toHaveCount(0);
  });

  test('is deleted by saving, even if the note is not sent yet and the screen was left meanwhile', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const mayRespond = Promise.withResolvers<void>();
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() === 'POST') await mayRespond.promise;
      await route.continue();
    });
    await startDraft(page);
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL('/about');
    await page.goBack();
    await expect(cardOf(page, 'Half a thought')).toContainText('Not sent yet');
    await expect(draftOffer(page)).toHaveCount(0);
    mayRespond.resolve();
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    await expect(cardOf(page, 'Half a thought')).toBeVisible();
    expect(await notesOf(request, person)).toHaveLength(1);
  });

  test('is shown only to its owner, and deleted when its owner signs out on any screen', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const otherPerson = await createPerson(request);
    await startDraft(page);
    await expect.poll(() => draftKeys(page)).toHaveLength(1);
    await signInAs(page, otherPerson);
    await page.goto('/notes');
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await expect(draftOffer(page)).toHaveCount(0);
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toHaveValue('');
    await write(page, 'Another thought', 'of another person');
    await expect.poll(() => draftKeys(page)).toHaveLength(2);
    await signInAs(page, person);
    await page.goto('/notes');
    await expect(draftOffer(page)).toContainText('Half a thought');

    // A new page, which has not loaded the code of the notes.
    await page.goto('/about');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expectToast(page, 'Logged out');
    await expect.poll(() => ownersOf(page, 'drafts')).toEqual([otherPerson.user.id]);
    for (const store of ['items', 'photos', 'thumbnails', 'cursors', 'users'] as const)
      expect(await ownersOf(page, store)).not.toContain(person.user.id);
  });
});

test('A saved note and a draft survive a lost response, a reload and an expired session, which deletes the copies of other notes', async ({
  signedIn: page,
  person,
  request,
}) => {
  // Otherwise the stream might notice first that the session has ended.
  await blockStream(page);
  await startDraft(page);
  await loseOneResponse(page, 'POST');
  await save(page);
  await expectToast(page, 'Creation failed', 'Network error');
  await page.reload();
  await expectAllSent(page);
  await expect(cardOf(page, 'Half a thought')).toBeVisible();
  expect(await notesOf(request, person)).toHaveLength(1);

  await openNewNote(page);
  await write(page, 'Another thought', 'that is not finished');
  await page.keyboard.press('Escape');
  await expect(draftOffer(page)).toBeVisible();
  await cardOf(page, 'Half a thought').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Content').fill('that was changed once more');
  await request.post('/api/auth/logout', { headers: bearer(person) });
  await save(page);
  await expect(page).toHaveURL('/login');
  await expectToast(page, 'Session expired');
  for (const store of ['items', 'thumbnails', 'cursors', 'users'] as const)
    await expect.poll(() => storedKeys(page, store)).toEqual([]);

  const { email, password } = person;
  const again = await request.post('/api/auth/login', { data: { email, password } });
  const signedInAgain = { ...person, ...(await again.json()) };
  await signInAs(page, signedInAgain);
  await page.goto('/notes');
  await expect(draftOffer(page)).toContainText('Another thought');
  await expect(cardOf(page, 'that was changed once more')).toBeVisible();
  await expectAllSent(page);
  expect(await notesOf(request, signedInAgain)).toMatchObject([
    { title: 'Half a thought', content: 'that was changed once more' },
  ]);
});

test('The form of a new note opens as soon as the user is known, to whom its draft belongs', async ({
  signedIn: page,
  person,
}) => {
  const { id, ...user } = person.user;
  await page.addInitScript(
    (stored) => localStorage.setItem('app_user', stored),
    JSON.stringify(user),
  );
  const mayRespond = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await page.goto('/notes');
  await page.getByRole('button', { name: 'New note' }).click();
  mayRespond.resolve();
  await write(page, 'Half a thought', 'that must not get lost');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await expect.poll(() => ownersOf(page, 'drafts')).toEqual([id]);
});
