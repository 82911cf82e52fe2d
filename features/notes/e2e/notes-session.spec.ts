import { blockStorage, signInOnScreen } from '#e2e/support/account.ts';
import { createPerson, expect, signInWithoutScreens, test } from '#e2e/support/fixtures.ts';
import { open, openUserMenu, toastTitles } from '#e2e/support/site.ts';
import {
  addNote,
  bearer,
  cardOf,
  notesOf,
  openNewNote,
  save,
  storedKeys,
  write,
} from './notes-helpers.ts';

test('Every signed-in user can open the notes, and a visitor is sent to sign-in', async ({
  page,
  person,
  admin,
}) => {
  await open(page, '/notes');
  await expect(page).toHaveURL('/login');
  for (const someone of [person, admin]) {
    const own = await page.context().newPage();
    await signInWithoutScreens(own, someone);
    await open(own, '/notes');
    await expect(own).toHaveURL('/notes');
    await own.close();
  }
});

test('A session that expired while the app was closed is detected on the notes screen, which opens sign-in', async ({
  signedIn,
  request,
  person,
}) => {
  await request.post('/api/auth/logout', { headers: bearer(person) });
  await signedIn.goto('/notes');
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
  await signedIn.goto('/notes');
  await openNewNote(signedIn);
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
  await expect(signedIn.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  await expect(signedIn.getByText('Mine alone')).toHaveCount(0);
});

test('A note that is being sent when its writer signs out stays out of the list of the next user', async ({
  signedIn,
  request,
}) => {
  const mayRespond = Promise.withResolvers<void>();
  await signedIn.route('**/api/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await mayRespond.promise;
    await route.fulfill({ response }).catch(() => {});
  });
  const givenUp = signedIn.waitForEvent('requestfailed', (one) => one.method() === 'POST');
  await signedIn.goto('/notes');
  await openNewNote(signedIn);
  await write(signedIn, 'Mine alone', 'and nobody else’s');
  await save(signedIn);
  const menu = await openUserMenu(signedIn);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  // The note was sent, but the device does not know that.
  await signedIn.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(signedIn.getByRole('button', { name: 'User menu' })).toBeHidden();
  await givenUp;

  const other = await createPerson(request);
  await addNote(request, other, { title: 'Theirs' });
  await signedIn.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await signInOnScreen(signedIn, other.email, other.password);
  await signedIn.getByRole('link', { name: 'Open your notes' }).click();
  await expect(cardOf(signedIn, 'Theirs')).toBeVisible();

  mayRespond.resolve();
  await signedIn.unroute('**/api/notes');
  await openNewNote(signedIn);
  await write(signedIn, 'Theirs too', 'and saved later');
  await save(signedIn);
  await expect(signedIn.getByRole('heading', { level: 3 })).toHaveText(['Theirs too', 'Theirs']);
});

test('A note can be saved without browser storage', async ({ page, person, request }) => {
  await blockStorage(page);
  await page.goto('/login');
  await signInOnScreen(page, person.email, person.password);
  await page.getByRole('link', { name: 'Open your notes' }).click();
  await openNewNote(page);
  await write(page, 'Stored on the server', 'at least');
  await save(page);
  await expect(cardOf(page, 'Stored on the server')).toBeVisible();
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  expect(await notesOf(request, person)).toHaveLength(1);
  await page.reload();
  await expect(page).toHaveURL('/login');
});
