import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError, sessionStatus } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

test('Deleting the account needs the right password, signs out, opens the home page and sends an email', async ({
  signedIn: page,
  person,
  request,
  mailbox,
}) => {
  const calls = countCalls(page, '/api/auth/delete-account');
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Delete account' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = () => dialog.getByRole('button', { name: 'Delete account' }).click();
  await button.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);

  await test.step('Cancel and Escape close the dialog, clear the password and return the focus', async () => {
    await page.getByLabel('Password').fill('half of it');
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  await test.step('a wrong password shows an error at the field and deletes nothing', async () => {
    await page.keyboard.press('Enter');
    await confirm();
    await expectFieldError(page, 'Password', 'Password is required');
    expect(calls.count).toBe(0);
    await page.getByLabel('Password').fill('not my password');
    await confirm();
    await expectFieldError(page, 'Password', 'This is not your password');
    await expectAccessible(page);
    expect(await sessionStatus(request, person.token)).toBe(200);
  });

  await test.step('a network error is shown, and deleting can be retried', async () => {
    await page.route('**/api/auth/delete-account', (route) => route.abort());
    await page.getByLabel('Password').fill(person.password);
    await confirm();
    await expectToast(page, 'Deletion failed', 'Network error');
    await page.unroute('**/api/auth/delete-account');
  });

  await confirm();
  await expect(page).toHaveURL('/');
  await expectToast(page, 'Account deleted', 'Everything you stored has been deleted too.');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await sessionStatus(request, person.token)).toBe(401);
  await mailbox.emailTo(person.email, /account was deleted/);
});
