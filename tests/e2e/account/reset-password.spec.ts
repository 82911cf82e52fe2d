import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import {
  countCalls,
  delayLongTimers,
  expectFieldError,
  pauseClock,
  sessionStatus,
  signInOnScreen,
} from '../support/account.ts';
import {
  test as base,
  createPerson,
  expect,
  post,
  signInWithoutScreens,
} from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

const NEW_PASSWORD = 'battery staple';

const test = base.extend<{ resetLink: string }>({
  resetLink: async ({ request, person, mailbox }, use) => {
    await post(request, '/api/auth/reset-password', { email: person.email });
    await use((await mailbox.emailTo(person.email, /new .*password/i)).link);
  },
});

async function fillNewPassword(page: Page, confirmation = NEW_PASSWORD) {
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(confirmation);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save new password' }).click();

test('A new password can be saved despite an expired session and a reload, and opens sign-in after 2 seconds', {
  tag: '@smoke',
}, async ({ page, person, resetLink }) => {
  await pauseClock(page);
  await signInWithoutScreens(page, { ...person, token: 'ended elsewhere' });
  await page.goto(resetLink);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/reset-password');
  await page.reload();
  await fillNewPassword(page);
  await save(page);
  await expectToast(page, 'Password updated successfully');
  await page.clock.runFor(1999);
  await expect(page).toHaveURL('/reset-password');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/login');
  await page.clock.resume();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', 'Invalid email or password.');
  await signInOnScreen(page, person.email, NEW_PASSWORD);
});

test('Invalid passwords show errors and send no request', async ({ page }) => {
  const calls = countCalls(page, '/api/auth/update-password');
  const TOO_SHORT = 'Password must be at least 6 characters';
  await page.goto('/reset-password#access_token=a&refresh_token=b&type=recovery');
  await expectAccessible(page);
  await page.getByLabel('New password').fill('12345');
  await page.getByLabel('Confirm password').focus();
  await expectFieldError(page, 'New password', TOO_SHORT);
  await page.getByLabel('New password').fill('');
  await save(page);
  await expectFieldError(page, 'New password', 'Password is required');
  await page.getByLabel('New password').fill('12345');
  await expectFieldError(page, 'New password', TOO_SHORT);
  await fillNewPassword(page, 'something else');
  await save(page);
  await expectFieldError(page, 'Confirm password', 'Passwords do not match');
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await expectAccessible(page);
  expect(calls.count).toBe(0);
});

test('An incomplete link shows an error and opens sign-in after 3 seconds, unless a new link is requested', async ({
  page,
}) => {
  await pauseClock(page);
  const fragments = [
    '',
    '#refresh_token=b&type=recovery',
    '#access_token=a&type=recovery',
    '#access_token=a&refresh_token=b&type=signup',
  ];
  for (const fragment of fragments) {
    await page.goto(`/reset-password${fragment}`);
    await expectToast(
      page,
      'Invalid Reset Link',
      'This password reset link is invalid or has expired.',
    );
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await page.clock.runFor(2999);
    await expect(page).toHaveURL('/reset-password');
    await page.clock.runFor(1);
    await expect(page).toHaveURL('/login');
  }

  await page.goto('/reset-password');
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/login?mode=forgot');
  await page.clock.runFor(3000);
  await expect(page).toHaveURL('/login?mode=forgot');
});

test('A reset link works only once, and a newer one pasted into the same tab replaces it', async ({
  page,
  request,
  person,
  resetLink,
  mailbox,
}) => {
  await delayLongTimers(page);
  const invalid = page.getByRole('heading', { name: 'This link does not work' });

  await test.step('an incomplete link is accessible', async () => {
    await page.goto('/reset-password');
    await expect(invalid).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a used link', async () => {
    await page.goto(resetLink);
    await fillNewPassword(page);
    await redeemLink(request, resetLink);
    await save(page);
    await expectToast(
      page,
      'Invalid session',
      'This password reset link is invalid or has expired.',
    );
    await expect(invalid).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('a newer link, whose password can be submitted again after a network error', async () => {
    await post(request, '/api/auth/reset-password', { email: person.email });
    const newest = () => mailbox.emailTo(person.email, /new .*password/i);
    await expect.poll(async () => (await newest()).link).not.toBe(resetLink);
    await page.evaluate((address) => location.assign(address), (await newest()).link);
    await fillNewPassword(page);
    await page.route('**/api/auth/update-password', (route) => route.abort());
    await save(page);
    await expectToast(page, 'Password update failed', 'Network error');
    await page.unroute('**/api/auth/update-password');
    await save(page);
    await expectToast(page, 'Password updated successfully');
    await expectAccessible(page);
  });
});

test('A reset link works while signed in and ends the session of its own account only', async ({
  signedIn,
  request,
  person,
  resetLink,
  mailbox,
}) => {
  const userMenu = signedIn.getByRole('button', { name: 'User menu' });
  const storedKeys = () => signedIn.evaluate(() => Object.keys(localStorage).sort());
  const FEATURE_KEY = 'app_of_a_feature.1';

  await test.step('a link of another account does not change the session', async () => {
    const other = await createPerson(request);
    await post(request, '/api/auth/reset-password', { email: other.email });
    const { link } = await mailbox.emailTo(other.email, /new .*password/i);
    await signedIn.goto(link);
    await signedIn.evaluate((key) => localStorage.setItem(key, 'stored'), FEATURE_KEY);
    await fillNewPassword(signedIn);
    await save(signedIn);
    await expectToast(signedIn, 'Password updated successfully');
    await expect(userMenu).toBeVisible();
    expect(await sessionStatus(request, person.token)).toBe(200);
    expect(await storedKeys()).toEqual([FEATURE_KEY, 'app_token', 'app_user']);
    await signedIn.evaluate((key) => localStorage.removeItem(key), FEATURE_KEY);
  });

  await signedIn.goto(resetLink);
  await expect(userMenu).toBeVisible();
  await fillNewPassword(signedIn);
  await save(signedIn);
  await expectToast(signedIn, 'Password updated successfully');
  await expect(userMenu).toBeHidden();
  expect(await storedKeys()).toEqual([]);
  await expect(signedIn).toHaveURL('/login');
  expect(await sessionStatus(request, person.token)).toBe(401);
});

async function redeemLink(request: APIRequestContext, link: string) {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token');
  const response = await request.post('/api/auth/update-password', {
    headers: { Authorization: `Bearer ${token}` },
    data: { password: 'somebody was faster' },
  });
  expect(response.ok()).toBe(true);
}
