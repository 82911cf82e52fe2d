import type { Page } from '@playwright/test';
import { signInOnScreen } from '#e2e/support/account.ts';
import { createPerson, expect, test } from '#e2e/support/fixtures.ts';
import { expectToast, openUserMenu, toastTitles } from '#e2e/support/site.ts';
import type { TestPerson } from '#tooling/test-people.ts';
import { addNote, cardOf, notesOf, openNewNote, save, storedKeys, write } from './notes-helpers.ts';
import { expectAllSent, unsentMarks, writeNote } from './sync-helpers.ts';

const endings = {
  'was expired with the debug console': expireToken,
  'is gone': (page: Page) => page.evaluate(() => localStorage.removeItem('app_token')),
  'is another one': (page: Page) => setToken(page, 'no such token'),
  'is the one of somebody else': (page: Page, { token }: TestPerson) => setToken(page, token),
};

for (const [what, end] of Object.entries(endings))
  test(`Saving a note while the stored token ${what} ends the session, and the note is sent after the next sign-in`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    const other = await createPerson(request);
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Written in time', 'and not lost');
    await end(page, other);
    await save(page);
    await expectEnded(page);
    expect(await notesOf(request, person)).toEqual([]);

    await signInOnScreen(page, person.email, person.password);
    await page.goto('/notes');
    await expect(cardOf(page, 'Written in time')).toBeVisible();
    await expectAllSent(page);
    expect(await notesOf(request, await withNewToken(page, person))).toMatchObject([
      { title: 'Written in time' },
    ]);
    expect(await notesOf(request, other)).toEqual([]);
  });

const actions = {
  'Deleting a note': async (page: Page) => {
    await cardOf(page, 'Loaded').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  },
  'Sending what waits': (page: Page) => page.getByRole('button', { name: 'Send now' }).click(),
  'Loading the list': (page: Page) => page.getByRole('button', { name: 'Try again' }).click(),
};

for (const [what, act] of Object.entries(actions))
  test(`${what} while the stored token is another one ends the session, and nothing is lost`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Loaded' });
    await page.goto('/notes');
    await expect(cardOf(page, 'Loaded')).toBeVisible();
    await page.route(/\/api\/(notes|changes\/stream)$/, (route) => route.abort());
    await page.reload();
    await expectToast(page, 'Error loading notes');
    await writeNote(page, { title: 'Only here' });
    await expectToast(page, 'Creation failed', 'Network error');
    await page.unroute(/\/api\/(notes|changes\/stream)$/);
    const calls: string[] = [];
    page.on('request', (made) => {
      if (made.url().includes('/api/')) calls.push(made.url());
    });
    await setToken(page, 'no such token');
    await act(page);
    await expectEnded(page);
    expect(await storedKeys(page, 'outbox')).toContainEqual([
      person.user.id,
      'notes',
      expect.any(String),
    ]);
  });

test('A tab in which somebody else has just signed in elsewhere follows them, and ends no session', async ({
  signedIn: page,
  person,
  request,
}) => {
  const other = await createPerson(request);
  await addNote(request, other, { title: 'Theirs' });
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Mine alone', 'and nobody else’s');
  // Another tab has stored their session, and the browser has not told this one yet.
  await page.evaluate(
    ({ token, user }) => {
      localStorage.setItem('app_user', JSON.stringify(user));
      localStorage.setItem('app_token', token);
    },
    { token: other.token, user: other.user },
  );
  await save(page);
  await expect(cardOf(page, 'Theirs')).toBeVisible();
  await expect(page.getByText('Mine alone')).toHaveCount(0);
  await expect(unsentMarks(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('app_token'))).toBe(other.token);
  expect(await toastTitles(page)).toEqual([]);
  expect(await notesOf(request, other)).toMatchObject([{ title: 'Theirs' }]);
  expect(await notesOf(request, person)).toEqual([]);
  expect((await storedKeys(page, 'outbox')).map((key) => (key as string[])[0])).toEqual([
    person.user.id,
  ]);
});

const setToken = (page: Page, token: string) =>
  page.evaluate((value) => localStorage.setItem('app_token', value), token);

async function expireToken(page: Page) {
  // The form covers the menu. What it holds is a draft meanwhile.
  await page.keyboard.press('Escape');
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Debug Console' }).click();
  const console = page.getByRole('dialog', { name: 'Debug Console' });
  await console.getByRole('button', { name: 'Expire token' }).click();
  await console.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Expects what a response with status 401 leads to. */
async function expectEnded(page: Page) {
  await expect(page).toHaveURL('/login');
  await expect.poll(() => toastTitles(page)).toContain('Session expired');
  expect((await toastTitles(page))?.at(-1)).toBe('Session expired');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
}

/** Returns the person with the session that the page has started. */
async function withNewToken(page: Page, person: TestPerson): Promise<TestPerson> {
  const token = await page.evaluate(() => localStorage.getItem('app_token'));
  return { ...person, token: token ?? '' };
}
