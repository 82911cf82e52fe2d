import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import type { TestPerson } from '#tooling/test-people.ts';
import {
  bearer,
  cardOf,
  countStored,
  draftKeys,
  loseOneAnswer,
  notesOf,
  openNewNote,
  picture,
  save,
  write,
} from './notes-helpers.ts';

const offer = (page: Page) => page.getByRole('region', { name: 'Unsaved note' });

const draftPhotos = (page: Page) => countStored(page, 'drafts');

async function becomeSomeone(page: Page, { token, user }: TestPerson) {
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('app_token', token as string);
      localStorage.setItem('app_user', user as string);
    },
    [token, JSON.stringify(user)],
  );
}

async function begin(page: Page) {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Half a thought', 'that must not get lost');
}

test.describe('an unsaved note', () => {
  test('survives a reload, with its photo, and is gone once it is saved', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await begin(page);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    const buffer = await picture(40, 30);
    await (await choosing).setFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await expect(page.getByAltText('The photo you chose')).toBeVisible();
    await expect.poll(() => draftPhotos(page)).toBe(1);
    await page.reload();
    await expect(offer(page)).toContainText('Half a thought');
    await offer(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await expect(page.getByLabel('Content')).toHaveValue('that must not get lost');
    await expect(page.getByAltText('The photo you chose')).toBeVisible();
    await save(page);
    await expect(cardOf(page, 'Half a thought').locator('img')).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await draftKeys(page)).toEqual([]);
    await expect.poll(() => draftPhotos(page)).toBe(0);
    expect(await notesOf(request, person)).toHaveLength(1);
  });

  test('is kept when the form is closed, and "New note" goes on with it', async ({
    signedIn: page,
  }) => {
    await begin(page);
    await expect(page.getByText('Draft kept on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(offer(page)).toBeVisible();
    await openNewNote(page);
    await expect(page.getByLabel('Content')).toHaveValue('that must not get lost');
    await write(page, '', '');
    await page.keyboard.press('Escape');
    await expect(offer(page)).toHaveCount(0);
  });

  test('survives a session that ends while it is saved', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await begin(page);
    await request.post('/api/auth/logout', { headers: bearer(person) });
    await save(page);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toContainText('Session expired');
    const { email, password } = person;
    const again = await request.post('/api/auth/login', { data: { email, password } });
    await becomeSomeone(page, { ...person, ...(await again.json()) });
    await page.goto('/notes');
    await offer(page).getByRole('button', { name: 'Continue' }).click();
    await save(page);
    await expect(cardOf(page, 'Half a thought')).toBeVisible();
  });

  test('survives a failed save and a reload after it, and becomes one note', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await begin(page);
    await loseOneAnswer(page, 'POST');
    await save(page);
    await expectToast(page, 'Creation failed', 'Network error');
    await page.reload();
    await offer(page).getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Content').fill('that was changed once more');
    await save(page);
    await expect(cardOf(page, 'that was changed once more')).toBeVisible();
    expect(await notesOf(request, person)).toHaveLength(1);
  });

  test('is not offered any more once it is saved, also on a screen that was left meanwhile', async ({
    signedIn: page,
  }) => {
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() === 'POST') await answered.promise;
      await route.continue();
    });
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Half a thought', 'that is on its way');
    await save(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'About' }).first().click();
    await expect(page).toHaveURL('/about');
    await page.goBack();
    await expect(offer(page)).toBeVisible();
    answered.resolve();
    await expect(cardOf(page, 'Half a thought')).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
  });

  test('is shown to nobody but its owner', async ({ signedIn: page, person, request }) => {
    await begin(page);
    await becomeSomeone(page, await createPerson(request));
    await page.goto('/notes');
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toHaveValue('');
    await becomeSomeone(page, person);
    await page.goto('/notes');
    await expect(offer(page)).toContainText('Half a thought');
  });

  test('is gone after signing out, from any screen, and only that of who left', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const stays = await createPerson(request);
    await page.goto('/about');
    await becomeSomeone(page, stays);
    await begin(page);
    await becomeSomeone(page, person);
    await begin(page);
    expect(await draftKeys(page)).toHaveLength(2);
    await page.goto('/about');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expectToast(page, 'Logged out');
    expect(await draftKeys(page)).toEqual([expect.stringContaining(stays.user.id)]);
  });

  test('is discarded only after a question', async ({ signedIn: page }) => {
    await begin(page);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    const question = page.getByRole('alertdialog', { name: 'Discard this draft?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
    await page.keyboard.press('Escape');
    await offer(page).getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    expect(await draftKeys(page)).toEqual([]);
  });
});

test('what the device refuses to keep is not called kept', async ({ signedIn: page }) => {
  await page.goto('/notes');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await openNewNote(page);
  await write(page, 'Half a thought', 'on a full phone');
  await expect(page.getByText('This draft is not kept on this device')).toBeVisible();
  await expect(page.getByText('Draft kept on this device')).toHaveCount(0);
});

test('what is written before its owner is known is kept as soon as they are', async ({
  signedIn: page,
  person,
}) => {
  const { id, ...user } = person.user;
  await page.addInitScript(
    (stored) => localStorage.setItem('app_user', stored),
    JSON.stringify(user),
  );
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await begin(page);
  await expect(page.getByText('This draft is not kept on this device')).toBeVisible();
  expect(await draftKeys(page)).toEqual([]);
  answered.resolve();
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  expect(await draftKeys(page)).toEqual([expect.stringContaining(id)]);
});

test('a storage that holds nonsense does not break the screen', async ({
  signedIn: page,
  person,
}) => {
  await page.addInitScript((id) => {
    localStorage.setItem(`app_note_draft.${id}.broken`, '{"id":');
    localStorage.setItem(`app_note_draft.${id}.null`, 'null');
  }, person.user.id);
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
});
