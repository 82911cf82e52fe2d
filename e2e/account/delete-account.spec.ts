import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError, sessionStatus } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

test.beforeEach(async ({ signedIn }) => {
  await signedIn.goto('/profile');
  await signedIn.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialogOn(signedIn)).toBeVisible();
});

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirm = (page: Page) =>
  dialogOn(page).getByRole('button', { name: 'Delete account' }).click();

test('Deleting the account with the right password signs out, opens the home page and sends an email', async ({
  signedIn: page,
  person,
  request,
  mailbox,
}) => {
  await expectAccessible(page);
  await page.getByLabel('Password').fill(person.password);
  await confirm(page);
  await expect(page).toHaveURL('/');
  await expectToast(page, 'Account deleted', 'Your notes and photos were deleted too.');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await sessionStatus(request, person.token)).toBe(401);
  await mailbox.emailTo(person.email, /account was deleted/);
});

test('A wrong password shows an error at the field and deletes nothing', async ({
  signedIn: page,
  person,
  request,
}) => {
  const calls = countCalls(page, '/api/auth/delete-account');
  await confirm(page);
  await expectFieldError(page, 'Password', 'Password is required');
  expect(calls.count).toBe(0);
  await page.getByLabel('Password').fill('not my password');
  await confirm(page);
  await expectFieldError(page, 'Password', 'This is not your password');
  await expectAccessible(page);
  expect(await sessionStatus(request, person.token)).toBe(200);
});

test('Cancel and Escape close the dialog, clear the password and return the focus', async ({
  signedIn: page,
}) => {
  const button = page.getByRole('button', { name: 'Delete account' });
  await page.getByLabel('Password').fill('half of it');
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('A network error is shown, and deleting can be retried', async ({
  signedIn: page,
  person,
}) => {
  await page.route('**/api/auth/delete-account', (route) => route.abort());
  await page.getByLabel('Password').fill(person.password);
  await confirm(page);
  await expectToast(page, 'Deletion failed', 'Network error');
  await page.unroute('**/api/auth/delete-account');
  await confirm(page);
  await expect(page).toHaveURL('/');
});
