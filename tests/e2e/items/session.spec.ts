import { blockStorage, signInOnScreen } from '#tests/e2e/support/account.ts';
import { createPerson, expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { fetchWithBody } from '#tests/e2e/support/request-bodies.ts';
import { open, openUserMenu, toastTitles } from '#tests/e2e/support/site.ts';
import { storedKeys } from './device.ts';
import { kind, titleWith, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  bearer,
  cardOf,
  expectNoItems,
  followLinkToItems,
  itemsOf,
  openNewForm,
  save,
  write,
} from './helpers.ts';

test('Every signed-in user can open the items, and a visitor is sent to sign-in', async ({
  page,
  person,
  admin,
}) => {
  await open(page, kind.path);
  await expect(page).toHaveURL('/login');
  for (const someone of [person, admin]) {
    const own = await page.context().newPage();
    await signInWithoutScreens(own, someone);
    await open(own, kind.path);
    await expect(own).toHaveURL(kind.path);
    await own.close();
  }
});

test('A session that expired while the app was closed is detected on the items screen, which opens sign-in', async ({
  signedIn,
  request,
  person,
}) => {
  await request.post('/api/auth/logout', { headers: bearer(person) });
  await signedIn.goto(kind.path);
  await expect(signedIn).toHaveURL('/login');
  await expect.poll(() => toastTitles(signedIn)).toEqual(['Session expired']);
  expect(await signedIn.evaluate(() => Object.keys(localStorage))).toEqual([]);
  for (const store of ['items', 'cursors', 'users'] as const)
    await expect.poll(() => storedKeys(signedIn, store)).toEqual([]);
});

test('After another user signs in in another tab, nothing of the previous user is shown', async ({
  signedIn,
  request,
}) => {
  await signedIn.goto(kind.path);
  await openNewForm(signedIn);
  await write(signedIn, 'Mine alone', 'and nobody else’s');
  const { token, user } = await createPerson(request);
  await signedIn.evaluate(
    ([token, user]) => {
      localStorage.setItem('app_user', user as string);
      localStorage.setItem('app_token', token as string);
      dispatchEvent(new StorageEvent('storage', { key: 'app_token' }));
    },
    [token, JSON.stringify(user)],
  );
  await expect(signedIn.getByRole('dialog')).toHaveCount(0);
  await expectNoItems(signedIn);
  await expect(signedIn.getByText('Mine alone')).toHaveCount(0);
});

test("An item that is being sent when its owner signs out does not appear in the next user's list", async ({
  signedIn,
  request,
  browserName,
}) => {
  const isSaved = Promise.withResolvers<void>();
  const mayRespond = Promise.withResolvers<void>();
  await signedIn.route(urls.all, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await fetchWithBody(route);
    isSaved.resolve();
    await mayRespond.promise;
    await route.fulfill({ response }).catch(() => {});
  });
  // Firefox does not report that a page gives up a request that the test holds back.
  const givenUp =
    browserName !== 'firefox' &&
    signedIn.waitForEvent('requestfailed', (one) => one.method() === 'POST');
  await signedIn.goto(kind.path);
  await openNewForm(signedIn);
  await write(signedIn, 'Mine alone', 'and nobody else’s');
  await save(signedIn);
  await isSaved.promise;
  const menu = await openUserMenu(signedIn);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  // The item was sent, but the device does not know that.
  await signedIn.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(signedIn.getByRole('button', { name: 'User menu' })).toBeHidden();
  await givenUp;

  const other = await createPerson(request);
  await addItem(request, other, { title: 'Theirs' });
  await signedIn.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await signInOnScreen(signedIn, other.email, other.password);
  await followLinkToItems(signedIn);
  await expect(cardOf(signedIn, 'Theirs')).toBeVisible();

  mayRespond.resolve();
  await signedIn.unroute(urls.all);
  await openNewForm(signedIn);
  await write(signedIn, 'Theirs too', 'and saved later');
  await save(signedIn);
  await expect(signedIn.getByRole('heading', { level: 3 })).toHaveText([
    titleWith('Theirs too', 'and saved later'),
    'Theirs',
  ]);
});

test('An item can be saved without browser storage', async ({ page, person, request }) => {
  await blockStorage(page);
  await page.goto('/login');
  await signInOnScreen(page, person.email, person.password);
  await followLinkToItems(page);
  await openNewForm(page);
  await write(page, 'Stored on the server', 'at least');
  await save(page);
  await expect(cardOf(page, 'Stored on the server')).toBeVisible();
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  expect(await itemsOf(request, person)).toHaveLength(1);
  await page.reload();
  await expect(page).toHaveURL('/login');
});
