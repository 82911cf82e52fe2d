import type { Page } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tooling/test-people.ts';
import { fillSignIn } from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { expectStillFocused, expectToast, open, openUserMenu } from '../support/site.ts';

test.describe('A busy button keeps the focus and ignores a second press', () => {
  test('Save on the profile, when saving fails', async ({ signedIn: page }) => {
    const calls = await holdCalls(page, '**/api/auth/update-profile');
    await page.goto('/profile');
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await pressTwice(page, 'Save');
    calls.fail();
    await expectToast(page, 'Update Failed');
    await expectStillFocused(page, 'Save');
    expect(calls.count).toBe(1);
  });

  test('Sign Up, when the request fails', async ({ page }) => {
    const calls = await holdCalls(page, '**/api/auth/register');
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await page.getByLabel('Confirm password').fill(TEST_PASSWORD);
    await pressTwice(page, 'Sign Up');
    calls.fail();
    await expectToast(page, 'Registration failed', 'Network error');
    await expectStillFocused(page, 'Sign Up');
    expect(calls.count).toBe(1);
  });

  test('Send again, when the request fails', async ({ page, request }) => {
    const calls = await holdCalls(page, '**/api/auth/resend-confirmation');
    await openUnconfirmedSignIn(page, request);
    await pressTwice(page, 'Send again');
    calls.fail();
    await expectStillFocused(page, 'Send again');
    expect(calls.count).toBe(1);
  });
});

test.describe('A button that disappears moves the focus', () => {
  test('Send again, to the confirmation message', async ({ page, request }) => {
    await openUnconfirmedSignIn(page, request);
    await page.getByRole('button', { name: 'Send again' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.confirmation-notice[data-kind=done]')).toBeFocused();
  });

  test('Sign Out on the home page, to its heading', async ({ signedIn: page }) => {
    await open(page, '/');
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).focus();
    await page.keyboard.press('Enter');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

async function pressTwice(page: Page, name: string) {
  const button = page.getByRole('main').getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Holds requests until the test calls `fail`, which aborts them. */
async function holdCalls(page: Page, url: string) {
  const held = Promise.withResolvers<void>();
  const calls = { count: 0, fail: held.resolve };
  await page.route(url, async (route) => {
    calls.count++;
    await held.promise;
    await route.abort();
  });
  return calls;
}

async function openUnconfirmedSignIn(page: Page, request: Parameters<typeof post>[0]) {
  const email = newEmail();
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', { email, password: TEST_PASSWORD, ...names });
  await page.goto('/login');
  await fillSignIn(page, email, TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
}
