import type { Page } from '@playwright/test';
import { delayLongTimers } from '../support/account.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

type Row = [path: string, visitor: string, user: string, admin: string];

/** The path that each role ends up on after opening a path. */
const LANDING_PATHS: Row[] = [
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

// Without a valid link, /reset-password redirects after 3 s, too soon for a slow test.
test.beforeEach(({ page }) => delayLongTimers(page));

test('A visitor lands on the expected screen for every path', { tag: '@smoke' }, async ({
  page,
}) => {
  for (const [path, expected] of LANDING_PATHS) await expectLanding(page, path, expected);
});

test('A user lands on the expected screen for every path', { tag: '@smoke' }, async ({
  signedIn,
}) => {
  for (const [path, , expected] of LANDING_PATHS) await expectLanding(signedIn, path, expected);
});

test('An admin lands on the expected screen for every path', { tag: '@smoke' }, async ({
  page,
  admin,
}) => {
  await signInWithoutScreens(page, admin);
  for (const [path, , , expected] of LANDING_PATHS) await expectLanding(page, path, expected);
});

const expectLanding = (page: Page, path: string, expected: string) =>
  test.step(`${path} leads to ${expected}`, async () => {
    await open(page, path);
    await expect(page).toHaveURL(expected);
  });
