import { newEmail } from '#tests/support/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

test('Requesting a password reset sends an email and confirms it on the screen', {
  tag: '@smoke',
}, async ({ page, person, mailbox }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send reset email' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByText(person.email)).toBeVisible();
  await expectAccessible(page);
  expect((await mailbox.emailTo(person.email, /new .*password/i)).link).toContain(
    '/reset-password#access_token=',
  );
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('A reset email that cannot be sent shows why, and the back button returns to sign-in', async ({
  page,
}) => {
  const calls = countCalls(page, '/api/auth/reset-password');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/login?mode=forgot');
  const send = page.getByRole('button', { name: 'Send reset email' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Email').fill('   ');
  await expect(send).toBeDisabled();
  await page.getByLabel('Email').fill('ada');
  await send.click();
  await expectFieldError(page, 'Email', 'Please enter a valid email address');
  expect(calls.count).toBe(0);

  await page.route('**/api/auth/reset-password', (route) =>
    route.fulfill({ status: 502, body: '' }),
  );
  await page.getByLabel('Email').fill(newEmail());
  await send.click();
  await expectToast(page, 'Password reset failed', 'Failed to send reset email.');
  await expect(send).toBeEnabled();

  const signIn = page.getByRole('button', { name: 'Sign In' });
  await page.goBack();
  await expect(signIn).toBeVisible();
  await page.goForward();
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(signIn).toBeVisible();
});
