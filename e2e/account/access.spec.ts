import type { Page } from '@playwright/test';
import { holdTimers } from '../support/account.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

type Row = [path: string, visitor: string, user: string, admin: string];

/** Where each path leads, for whom. */
const TABLE: Row[] = [
  ['/', '/', '/', '/'],
  ['/about', '/about', '/about', '/about'],
  ['/help', '/help', '/help', '/help'],
  ['/login', '/login', '/', '/'],
  ['/login?mode=forgot', '/login?mode=forgot', '/', '/'],
  ['/signup', '/signup', '/', '/'],
  ['/confirm', '/confirm', '/confirm', '/confirm'],
  ['/reset-password', '/reset-password', '/reset-password', '/reset-password'],
  ['/profile', '/login', '/profile', '/profile'],
  ['/admin-dashboard', '/login', '/', '/admin-dashboard'],
  ['/no-such-page', '/no-such-page', '/no-such-page', '/no-such-page'],
];

// Without a link /reset-password leaves after 3 s, which a slow look would miss.
test.beforeEach(({ page }) => holdTimers(page));

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
