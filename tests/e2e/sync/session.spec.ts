import type { Page } from '@playwright/test';
import { readAllStorage } from '#tests/e2e/items/device.ts';
import { kind, longTextField } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  editText,
  expectNoItems,
  followLinkToItems,
  openForm,
  openNewForm,
  textInput,
  titleInput,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { signInOnScreen } from '#tests/e2e/support/account.ts';
import { createPerson, expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast, open, openUserMenu } from '#tests/e2e/support/site.ts';
import { visitTwice } from '#tests/e2e/support/site-fixtures.ts';
import { endSession, expectAllSent, expectOnServer, unsentMarks, writeItem } from './helpers.ts';

test('After the session has ended, unsent items wait, invisible to others, until their owner signs in again', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Loaded' });
  const other = await createPerson(request);
  await page.goto(kind.path);
  await expect(cardOf(page, 'Loaded')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(kind.path);
  await expect(cardOf(tab, 'Loaded')).toBeVisible();
  await refuseSending(page);
  await refuseSending(tab);
  await writeItem(page, { title: 'Only here', photoWidth: 40 });
  await openNewForm(tab);
  await write(tab, 'Half a thought', 'of the first person');

  await test.step('the session ends, and both tabs go to sign-in', async () => {
    await endSession(request, person);
    for (const one of [page, tab]) await expect(one).toHaveURL('/login');
    await expect
      .poll(async () => {
        const titles = await Promise.all([page, tab].map(readToasts));
        return titles.flat().filter((title) => title === 'Session expired').length;
      })
      .toBeGreaterThan(0);
    const stored = await readAllStorage(page);
    expect(stored).toContain('Only here');
    expect(stored).not.toContain('Loaded');
    expect(stored).not.toContain(person.token);
  });

  await test.step('another user sees nothing of it in either tab', async () => {
    await acceptSending(page);
    await acceptSending(tab);
    await signInOnScreen(tab, other.email, other.password);
    for (const one of [page, tab]) {
      await one.goto(kind.path);
      await expectNoItems(one);
      await expect(one.getByText(/Only here|Half a thought|not sent yet/i)).toHaveCount(0);
    }
    await writeItem(page, { title: 'Theirs' });
    await expect(cardOf(tab, 'Theirs')).toBeVisible();
    await expectAllSent(page);
    await expectOnServer(request, other, [{ title: 'Theirs' }]);
    await signOut(tab);
    await expect(page.getByRole('button', { name: 'User menu' })).toBeHidden();
    expect(await readAllStorage(page)).not.toContain('Theirs');
  });

  await test.step('it is sent when its owner has signed in again', async () => {
    await page.goto('/login');
    await signInOnScreen(page, person.email, person.password);
    await page.goto(kind.path);
    await expectAllSent(page);
    for (const title of ['Only here', 'Loaded']) await expect(cardOf(page, title)).toBeVisible();
    await expect(page.getByText('Half a thought')).toBeVisible();
    await expect(page.getByText('Theirs')).toHaveCount(0);
    const token = (await page.evaluate(() => localStorage.getItem('app_token'))) ?? '';
    await expectOnServer(request, { ...person, token }, [
      { title: 'Loaded' },
      { title: 'Only here', photoWidth: 40 },
    ]);
    await expectOnServer(request, other, [{ title: 'Theirs' }]);
  });
});

test('Signing out with unsent items asks first, and stays signed in while they cannot be sent', async ({
  signedIn: page,
  person,
}) => {
  await page.goto(kind.path);
  await refuseSending(page);
  await writeItem(page, { title: 'Only here', photoWidth: 40 });
  await expect(unsentMarks(page)).toHaveCount(1);
  // On any screen, even one without items.
  await page.goto('/about');
  const dialog = page.getByRole('alertdialog');

  await test.step('"Stay signed in" changes nothing', async () => {
    await signOut(page);
    await expect(dialog).toContainText('1 unsent change is only on this device');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(dialog).toBeHidden();
    expect(await readAllStorage(page)).toContain('Only here');
  });

  await test.step('"Send now" stays signed in if sending fails, otherwise signs out', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(dialog).toContainText('Not everything is sent yet. You are still signed in.');
    await acceptSending(page);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expectToast(page, 'Logged out');
    await expectNothingStored(page, person.email);
  });

  await test.step('sent items are there after signing in again', async () => {
    await open(page, '/login');
    await page.getByLabel('Remember me').check();
    await signInOnScreen(page, person.email, person.password);
    await followLinkToItems(page);
    await expect(cardOf(page, 'Only here')).toBeVisible();
    if (kind.photo) await expect(cardOf(page, 'Only here').locator('img')).toBeVisible();
    await expectAllSent(page);
  });

  await test.step('"Discard and sign out" deletes it, and keeps only what "Remember me" has stored', async () => {
    await refuseSending(page);
    await editText(page, 'Only here', 'Changed here');
    await expect(unsentMarks(page)).toHaveCount(1);
    await signOut(page);
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expectToast(page, 'Logged out');
    await expectNothingStored(page, person.email);
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
  });
});

test.describe('Installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('The shortcut opens a new item, shared content becomes a draft, and sign-out leaves no personal data', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const photo_path = await addPhoto(request, person);
    await addItem(request, person, { title: 'Packing list', photo_path });
    await visitTwice(page);
    await page.goto(`${kind.path}?new`);
    await expect(titleInput(page)).toBeVisible();
    await page.goto(`${kind.path}?title=Recipe&text=Two+eggs&url=https%3A%2F%2Fexample.com%2Fcake`);
    await expect(titleInput(page)).toHaveValue('Recipe');
    if (longTextField)
      await expect(textInput(page)).toHaveValue('Two eggs\nhttps://example.com/cake');
    await expect(page).toHaveURL(kind.path);
    await page.keyboard.press('Escape');
    await expect(cardOf(page, 'Packing list')).toBeVisible();
    if (kind.photo) await expect(page.locator('.item-photo img')).toBeVisible();
    const shared = longTextField ? 'Two eggs' : 'Recipe';
    const photo = kind.photo ? '.*\\[photo\\]' : '';
    await expect
      .poll(() => readAllStorage(page))
      .toMatch(new RegExp(`${shared}.*Packing list${photo}`));
    await openForm(page, 'Packing list');
    await write(page, 'Packing list', 'Half a change');
    await page.keyboard.press('Escape');

    await signOut(page);
    await expect(page.getByRole('alertdialog')).toContainText(
      '2 unsaved changes are only on this device',
    );
    await page.getByRole('button', { name: 'Discard and sign out' }).click();
    await expectToast(page, 'Logged out');
    await expectNothingStored(page, person.email);
  });
});

async function signOut(page: Page) {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
}

const SENDING = new RegExp(`/api/upload|${kind.list.path}`);

/** Aborts all requests that send an item, like a bad network. */
const refuseSending = (page: Page) =>
  page.route(SENDING, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );

const acceptSending = (page: Page) => page.unroute(SENDING);

const readToasts = (page: Page) =>
  page.evaluate(() => window.recordedToasts?.map(({ title }) => title) ?? []);

/** Expects that no browser storage contains data of a user or of items. */
const expectNothingStored = (page: Page, email: string) =>
  expect
    .poll(() => readAllStorage(page))
    .not.toMatch(
      new RegExp(
        `Only here|Packing list|Two eggs|Recipe|Half a|${email}|Byron|userId|\\[photo\\]|/api/`,
      ),
    );
