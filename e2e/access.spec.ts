import type { Page } from '@playwright/test';
import { expect, type Person, signInWithoutScreens, test } from './fixtures.ts';
import { open } from './site.ts';

type Row = [path: string, visitor: string, user: string, admin: string];

/** Where each path leads, for whom. */
const TABLE: Row[] = [
  ['/', '/', '/', '/'],
  ['/about', '/about', '/about', '/about'],
  ['/help', '/help', '/help', '/help'],
  ['/login', '/login', '/', '/'],
  ['/signup', '/signup', '/', '/'],
  ['/confirm', '/confirm', '/confirm', '/confirm'],
  ['/reset-password', '/reset-password', '/reset-password', '/reset-password'],
  ['/profile', '/login', '/profile', '/profile'],
  ['/notes', '/login', '/notes', '/notes'],
  ['/admin-dashboard', '/login', '/', '/admin-dashboard'],
  ['/no-such-page', '/no-such-page', '/no-such-page', '/no-such-page'],
];

test('a visitor arrives where the table says', async ({ page }) => {
  for (const [path, expected] of TABLE) await arrives(page, path, expected);
});

test('a user arrives where the table says', async ({ signedIn }) => {
  for (const [path, , expected] of TABLE) await arrives(signedIn, path, expected);
});

test('an admin arrives where the table says', async ({ page, admin }) => {
  await signInWithoutScreens(page, admin);
  for (const [path, , , expected] of TABLE) await arrives(page, path, expected);
});

const arrives = (page: Page, path: string, expected: string) =>
  test.step(`${path} leads to ${expected}`, async () => {
    await open(page, path);
    await expect(page).toHaveURL(expected);
  });

test('a protected screen shows Loading... while the session is restored', async ({ page }) => {
  await page.route(/assets\/main-.*\.js/, () => {});
  await page.goto('/notes', { waitUntil: 'commit' });
  await expect(page.locator('main').getByText('Loading...')).toBeVisible();
});

test('a stored user edited to admin sees no admin data and is sent home', async ({
  page,
  person,
}) => {
  const forged: Person = { ...person, user: { ...person.user, user_type: 'admin' } };
  await signInWithoutScreens(page, forged);
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Uptime')).toHaveCount(0);
});

for (const stored of ['{not json', '"text"', 'null', '{"email":"a@example.com","first_name":5}']) {
  test(`a stored user that reads ${stored} is discarded together with the token`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      localStorage.setItem('app_token', 'something');
      localStorage.setItem('app_user', value);
    }, stored);
    await open(page, '/notes');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
}
