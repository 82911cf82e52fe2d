import type { Page } from '@playwright/test';
import { storedKeys } from '#tests/e2e/items/device.ts';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  confirmDeletion,
  continueDraft,
  itemsOf,
  newRows,
  openNewForm,
  save,
  write,
} from '#tests/e2e/items/helpers.ts';
import { signInOnScreen } from '#tests/e2e/support/account.ts';
import { createPerson, expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, openUserMenu, toastTitles } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { expectAllSent, unsentMarks, writeItem } from './helpers.ts';

const endings = {
  'was expired with the debug console': expireToken,
  'is gone': (page: Page) => page.evaluate(() => localStorage.removeItem('app_token')),
  'is another one': (page: Page) => setToken(page, 'no such token'),
  'is the one of somebody else': (page: Page, { token }: TestPerson) => setToken(page, token),
};

for (const [what, end] of Object.entries(endings))
  test(`Saving an item while the stored token ${what} ends the session, and the item is sent after the next sign-in`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    const other = await createPerson(request);
    await page.goto(kind.path);
    await openNewForm(page);
    await write(page, 'Written in time', 'and not lost');
    await end(page, other);
    await save(page);
    await expectEnded(page);
    expect(await itemsOf(request, person)).toEqual([]);

    await signInOnScreen(page, person.email, person.password);
    await page.goto(kind.path);
    await expect(cardOf(page, 'Written in time')).toBeVisible();
    await expectAllSent(page);
    expect(await itemsOf(request, await withNewToken(page, person))).toMatchObject([
      { title: 'Written in time' },
    ]);
    expect(await itemsOf(request, other)).toEqual([]);
  });

const LIST = new RegExp(`${kind.list.path}$`);

const actions = {
  'Deleting an item': (page: Page) => confirmDeletion(page, 'Loaded'),
  'Sending what waits': (page: Page) => page.getByRole('button', { name: 'Send now' }).click(),
  'Loading the list': async (page: Page) => {
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Try again' }).click();
  },
};

for (const [what, act] of Object.entries(actions))
  test(`${what} while the stored token is another one ends the session, and nothing is lost`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addItem(request, person, { title: 'Loaded' });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Loaded')).toBeVisible();
    await page.route(LIST, (route) => route.abort());
    const stream = { isHeld: false, held: Promise.withResolvers<void>() };
    await page.route('/api/changes/stream', (route) =>
      stream.isHeld ? stream.held.resolve() : route.abort(),
    );
    await page.reload();
    await expectToast(page, messages.toasts.loadFailed.title);
    await writeItem(page, { title: 'Only here' });
    await expectToast(page, 'Creation failed', 'Network error');
    // Opening the stream again would end the session before the action does.
    stream.isHeld = true;
    await stream.held.promise;
    await setToken(page, 'no such token');
    await act(page);
    await expectEnded(page);
    expect(await storedKeys(page, 'outbox')).toContainEqual([
      person.user.id,
      kind.many,
      expect.any(String),
    ]);
  });

test("A tab follows another user's sign-in in another tab, and ends no session", async ({
  signedIn: page,
  person,
  request,
}) => {
  const other = await createPerson(request);
  await addItem(request, other, { title: 'Theirs' });
  await page.goto(kind.path);
  await openNewForm(page);
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
  expect(await itemsOf(request, other)).toMatchObject([{ title: 'Theirs' }]);
  expect(await itemsOf(request, person)).toEqual([]);
  expect((await storedKeys(page, 'outbox')).map((key) => (key as string[])[0])).toEqual([
    person.user.id,
  ]);
});

const setToken = (page: Page, token: string) =>
  page.evaluate((value) => localStorage.setItem('app_token', value), token);

async function expireToken(page: Page) {
  // The form covers the menu. Closing it keeps its content as a draft.
  await page.keyboard.press('Escape');
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Debug Console' }).click();
  const console = page.getByRole('dialog', { name: 'Debug Console' });
  await console.getByRole('button', { name: 'Expire token' }).click();
  await console.getByRole('button', { name: 'Close' }).click();
  await continueDraft(newRows(page));
}

/** Expects the effects of a response with status 401. */
async function expectEnded(page: Page) {
  await expect(page).toHaveURL('/login');
  await expect.poll(() => toastTitles(page)).toContain('Session expired');
  expect((await toastTitles(page))?.at(-1)).toBe('Session expired');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
}

/** Returns the test user with the session that the page has started. */
async function withNewToken(page: Page, person: TestPerson): Promise<TestPerson> {
  const token = await page.evaluate(() => localStorage.getItem('app_token'));
  return { ...person, token: token ?? '' };
}
