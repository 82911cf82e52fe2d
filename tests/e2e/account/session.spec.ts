import {
  blockStorage,
  countCalls,
  pauseClock,
  sessionStatus,
  signInOnScreen,
  signOutOnScreen,
} from '../support/account.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { expectToast, open, openUserMenu } from '../support/site.ts';

const storedKeys = () => Object.keys(localStorage).sort();

test('A stored user changed to admin sees no admin data and is corrected', async ({
  page,
  person,
}) => {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/admin/')) statuses.push(response.status());
  });
  const user = { ...person.user, user_type: 'admin' as const };
  await signInWithoutScreens(page, { ...person, user });
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => JSON.parse(localStorage.app_user).user_type)).toBe('user');
  expect(statuses.filter((status) => status !== 403)).toEqual([]);
});

test('A stored session is restored, and cleared by the first 401 after it ended elsewhere', {
  tag: '@smoke',
}, async ({ signedIn, request, person }) => {
  // Syncing would get the 401 before Save does.
  await signedIn.route('**/api/changes**', (route) => route.abort());
  // The confirm screen is open to everyone, signed in or not.
  await signedIn.goto('/confirm');
  await expect(signedIn.getByRole('button', { name: 'Try sign in' })).toBeVisible();
  await signedIn.goto('/profile');
  await expect(signedIn.getByLabel('First name')).toHaveValue('Ada');
  const confirmed = signedIn.waitForResponse('**/api/auth/me');
  await signedIn.reload();
  await expect(signedIn.getByLabel('First name')).toHaveValue('Ada');
  await confirmed;

  const headers = { Authorization: `Bearer ${person.token}` };
  await request.post('/api/auth/logout', { headers });
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn).toHaveURL('/login');
  await expectToast(signedIn, 'Session expired');
  expect(await signedIn.evaluate(storedKeys)).toEqual([]);
});

test.describe('A session that expired while the app was closed', () => {
  test.beforeEach(async ({ request, person }) => {
    const headers = { Authorization: `Bearer ${person.token}` };
    await request.post('/api/auth/logout', { headers });
  });

  test('does not redirect from a public screen, which sends no request and shows the user in the header', async ({
    signedIn,
  }) => {
    const calls = countCalls(signedIn, '/api/auth/me');
    for (const path of ['/', '/help', '/confirm', '/no-such-page', '/about']) {
      await open(signedIn, path);
      await signedIn.waitForLoadState('networkidle');
      await expect(signedIn).toHaveURL(path);
      await expect(signedIn.getByRole('alert')).toHaveText('');
      expect(calls.count, path).toBe(0);
    }
    const menu = await openUserMenu(signedIn);
    await menu.getByRole('menuitem', { name: 'User Profile' }).click();
    await expectToast(signedIn, 'Session expired');
    await expect(signedIn).toHaveURL('/login');
    await expect(signedIn.getByRole('button', { name: 'User menu' })).toHaveCount(0);
  });

  test('is detected on every other screen, which opens sign-in', async ({ signedIn }) => {
    for (const path of ['/profile', '/admin-dashboard', '/login', '/signup']) {
      await signedIn.goto(path);
      await expectToast(signedIn, 'Session expired');
      await expect(signedIn).toHaveURL('/login');
      await expect(signedIn.getByLabel('Password')).toBeVisible();
      expect(await signedIn.evaluate(storedKeys), path).toEqual([]);
      // The next page starts with the expired session again.
      await signedIn.evaluate(() => sessionStorage.clear());
    }
  });
});

test('The current user is requested once, on the first screen that needs it', async ({
  signedIn,
}) => {
  const calls = countCalls(signedIn, '/api/auth/me');
  await open(signedIn, '/');
  for (const visit of ['first', 'second']) {
    const menu = await openUserMenu(signedIn);
    await menu.getByRole('menuitem', { name: 'User Profile' }).click();
    await expect(signedIn.getByLabel('First name'), visit).toHaveValue('Ada');
    await signedIn.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(signedIn).toHaveURL('/about');
  }
  await signedIn.waitForLoadState('networkidle');
  expect(calls.count).toBe(1);
});

test('A second tab follows sign-out and sign-in', async ({ signedIn, context, person }) => {
  test.slow();
  await signedIn.goto('/');
  const second = await context.newPage();
  await second.goto('/profile');
  await expect(second.getByLabel('First name')).toHaveValue('Ada');
  await signOutOnScreen(signedIn);
  await expect(second).toHaveURL('/login');

  await signedIn.goto('/login');
  await signInOnScreen(signedIn, person.email, person.password);
  await expect(second).toHaveURL('/');
  await expect(second.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('A late response does not overwrite a newer name', async ({ signedIn }) => {
  const mayRespond = Promise.withResolvers<void>();
  await signedIn.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    await mayRespond.promise;
    await route.fulfill({ response });
  });
  await signedIn.goto('/profile');
  await signedIn.getByLabel('First name').fill('Zoe');
  await signedIn.getByRole('button', { name: 'Save' }).click();
  await expect(signedIn.getByText('Welcome back, Zoe')).toBeVisible();
  const arrived = signedIn.waitForResponse('**/api/auth/me');
  mayRespond.resolve();
  await (await arrived).finished();
  await expect(signedIn.getByText('Welcome back, Zoe')).toBeVisible();
  expect(await signedIn.evaluate(() => JSON.parse(localStorage.app_user).first_name)).toBe('Zoe');
});

test('The back button after sign-in skips the sign-in screen, and after sign-out shows nothing private', async ({
  page,
  person,
  request,
}) => {
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await signInOnScreen(page, person.email, person.password);
  await page.goBack();
  await expect(page).toHaveURL('/about');

  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'User Profile' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  const token = await page.evaluate(() => localStorage.app_token);
  const response = page.waitForResponse('**/api/auth/logout');
  await signOutOnScreen(page);
  await expectToast(page, 'Logged out');
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(storedKeys)).toEqual([]);
  await response;
  expect(await sessionStatus(request, token)).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test("A protected screen shows 'Loading...' until the session is restored", async ({
  signedIn,
}) => {
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await signedIn.route(/\/assets\/main-.*\.js$/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await pauseClock(signedIn);
  await signedIn.goto('/profile', { waitUntil: 'commit' });
  await expect(signedIn.getByText('Loading...')).toBeVisible();
  await signedIn.clock.runFor(3000);
  await expect(signedIn.getByText(/^Initializing/)).toBeHidden();
  await expect(signedIn.getByText('Loading...')).toBeVisible();
  load();
  await expect(signedIn.getByLabel('First name')).toHaveValue('Ada');
  await expect(signedIn.getByText('Loading...')).toBeHidden();
});

test('Without browser storage, a session lasts as long as the page is open', async ({
  page,
  person,
}) => {
  await blockStorage(page);
  await page.goto('/login');
  await signInOnScreen(page, person.email, person.password);
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'User Profile' }).click();
  await page.getByLabel('First name').fill('Zoe');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Welcome back, Zoe')).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
});
