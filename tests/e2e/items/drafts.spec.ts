import type { Page } from '@playwright/test';
import { choose, jpeg, preview } from '#tests/e2e/photos/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { createPerson, expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { draftKeys, expectOutboxEmpty, storedKeys } from './device.ts';
import { kind, messages, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  bearer,
  cardOf,
  clearForm,
  continueDraft,
  expectNoItems,
  expectWritten,
  itemsOf,
  newButton,
  newRows,
  openForm,
  openNewForm,
  save,
  titleInput,
  write,
} from './helpers.ts';
import { blockStream, loseOneResponse } from './network.ts';

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
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Half a thought', 'that must not get lost');
}

test.describe('The draft of a new item', () => {
  test('is restored with its photo after a reload and deleted when the item is saved', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    await startDraft(page);
    if (kind.photo) {
      await choose(page, await jpeg(40, 30));
      await expect(preview(page)).toBeVisible();
    }
    await expect.poll(() => storedKeys(page, kind.photo ? 'photos' : 'drafts')).toHaveLength(1);
    await page.reload();
    await expect(newRows(page)).toContainText('Half a thought');
    await continueDraft(newRows(page));
    await expectWritten(page, 'Half a thought', 'that must not get lost');
    if (kind.photo) await expect(preview(page)).toBeVisible();
    await save(page);
    await expect(cardOf(page, 'Half a thought')).toBeVisible();
    if (kind.photo) await expect(cardOf(page, 'Half a thought').locator('img')).toBeVisible();
    await expect(newRows(page)).toHaveCount(0);
    // "Continue" has disappeared.
    await expect(page.locator('h1:focus, .new-item:focus')).toHaveCount(1);
    expect(await draftKeys(page)).toEqual([]);
    await expectOutboxEmpty(page);
    expect(await storedKeys(page, 'photos')).toEqual([]);
    expect(await itemsOf(request, person)).toHaveLength(1);
  });

  test('is stored when the form is closed, continued by "New item" and discarded only after confirmation', async ({
    signedIn: page,
  }) => {
    await startDraft(page);
    await expect(page.getByText(messages.draftStored)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(newRows(page)).toBeVisible();
    await openNewForm(page);
    await expectWritten(page, 'Half a thought', 'that must not get lost');

    await page.getByRole('button', { name: 'Discard changes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectWritten(page, 'Half a thought', 'that must not get lost');
    await page.keyboard.press('Escape');
    await newRows(page).getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(newRows(page)).toHaveCount(0);
    await expect(newButton(page)).toBeFocused();
    await expect.poll(() => draftKeys(page)).toEqual([]);

    // A draft whose text was deleted needs no confirmation.
    await openNewForm(page);
    await write(page, 'Another', 'thought');
    await clearForm(page);
    await page.keyboard.press('Escape');
    await expect(newRows(page)).toHaveCount(0);
  });

  test('is deleted by saving, even if the item is not sent yet and the user has left the screen', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const mayRespond = Promise.withResolvers<void>();
    await page.route(urls.all, async (route) => {
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
    await expect(newRows(page)).toHaveCount(0);
    mayRespond.resolve();
    await expect(page.getByText('Not sent yet')).toHaveCount(0);
    await expect(cardOf(page, 'Half a thought')).toBeVisible();
    expect(await itemsOf(request, person)).toHaveLength(1);
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
    await page.goto(kind.path);
    await expectNoItems(page);
    await expect(newRows(page)).toHaveCount(0);
    await openNewForm(page);
    await expect(titleInput(page)).toHaveValue('');
    await write(page, 'Another thought', 'of another person');
    await expect.poll(() => draftKeys(page)).toHaveLength(2);
    await signInAs(page, person);
    await page.goto(kind.path);
    await expect(newRows(page)).toContainText('Half a thought');

    // A new page, which has not loaded the code of the items.
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

test("A saved item and a draft survive a lost response, a reload and an expired session; the session's end deletes the copies of other items", async ({
  signedIn: page,
  person,
  request,
}) => {
  // Otherwise the stream might detect first that the session has ended.
  await blockStream(page);
  await startDraft(page);
  await loseOneResponse(page, 'POST');
  await save(page);
  await expectToast(page, 'Creation failed', 'Network error');
  await page.reload();
  await expectOutboxEmpty(page);
  await expect(cardOf(page, 'Half a thought')).toBeVisible();
  expect(await itemsOf(request, person)).toHaveLength(1);

  await openNewForm(page);
  await write(page, 'Another thought', 'that is not finished');
  await page.keyboard.press('Escape');
  await expect(newRows(page)).toBeVisible();
  await openForm(page, 'Half a thought');
  await write(page, 'Half a thought', 'that was changed once more');
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
  await page.goto(kind.path);
  await expect(newRows(page)).toContainText('Another thought');
  await expect(cardOf(page, 'that was changed once more')).toBeVisible();
  await expectOutboxEmpty(page);
  expect(await itemsOf(request, signedInAgain)).toMatchObject([
    { title: 'Half a thought', text: 'that was changed once more' },
  ]);
});

test('The form of a new item opens as soon as the user who owns its draft is known', async ({
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
  await page.goto(kind.path);
  await newButton(page).click();
  mayRespond.resolve();
  await write(page, 'Half a thought', 'that must not get lost');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await expect.poll(() => ownersOf(page, 'drafts')).toEqual([id]);
});
