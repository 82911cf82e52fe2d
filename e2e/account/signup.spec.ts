import type { Page } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tooling/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  countCalls,
  expectFieldError,
  signInOnScreen,
  signOutOnScreen,
} from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { captureRequestBody, expectToast } from '../support/site.ts';

async function fillSignUp(page: Page, changes: Record<string, string> = {}) {
  const values = {
    'First name': 'Ada',
    'Last name': 'Byron',
    Email: newEmail(),
    Password: TEST_PASSWORD,
    'Confirm password': TEST_PASSWORD,
    ...changes,
  };
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
  return values;
}

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' }).click();

test('Sign-up sends a confirmation email and opens the sign-in screen', async ({
  page,
  mailbox,
}) => {
  await page.goto('/signup');
  await expectAccessible(page);
  const { Email: email } = await fillSignUp(page);
  const sent = await captureRequestBody(page, 'POST');
  await signUp(page);
  await expectToast(
    page,
    'Account created successfully!',
    'Please check your email to confirm your account.',
  );
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(await sent()).toEqual({
    email,
    password: TEST_PASSWORD,
    first_name: 'Ada',
    last_name: 'Byron',
  });
  const { link } = await mailbox.emailTo(email, /confirm/i);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('After sign-up, the sign-in screen names the email address and can resend the email', async ({
  page,
  mailbox,
}) => {
  await page.goto('/signup');
  const { Email: email } = await fillSignUp(page);
  await signUp(page);
  const notice = page.getByText(`We sent an email to ${email}.`);
  await expect(notice).toBeVisible();
  await expect(page.getByText('Welcome back')).toHaveCount(0);
  expect(page.url()).not.toContain(email);
  await expectAccessible(page);

  // The notice remains after visiting other screens and after a reload.
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  const first = await mailbox.emailTo(email, /confirm/i);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`a new link is on its way to ${email}`)).toBeVisible();
  await expectAccessible(page);
  const newest = () => mailbox.emailTo(email, /confirm/i);
  await expect
    .poll(async () => (await newest()).link, 'a second email was sent')
    .not.toBe(first.link);

  // It disappears when the address is confirmed.
  await page.goto((await newest()).link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page.getByText('Welcome back')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('The notice about the email disappears after sign-in, even if the link was opened in another browser', async ({
  page,
  browser,
  mailbox,
}) => {
  await page.goto('/signup');
  const { Email: email = '' } = await fillSignUp(page);
  await signUp(page);
  const elsewhere = await browser.newPage();
  await elsewhere.goto((await mailbox.emailTo(email, /confirm/i)).link);
  await expect(elsewhere.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
  await elsewhere.close();
  await signInOnScreen(page, email, TEST_PASSWORD);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  await signOutOnScreen(page);
  await page.goto('/login');
  await expect(page.getByText('Welcome back')).toBeVisible();
});

test('An empty form shows every required field and sends no request', async ({ page }) => {
  const calls = countCalls(page, '/api/auth/register');
  await page.goto('/signup');
  await signUp(page);
  await expectFieldError(page, 'First name', 'First name is required');
  await expectFieldError(page, 'Last name', 'Last name is required');
  await expectFieldError(page, 'Email', 'Email is required');
  await expectFieldError(page, 'Password', 'Password is required');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);
  expect(calls.count).toBe(0);
});

test('Each invalid value shows an error at its field and moves the focus there', async ({
  page,
}) => {
  const calls = countCalls(page, '/api/auth/register');
  const invalidValues: [field: string, value: string, message: string][] = [
    ['First name', '   ', 'First name is required'],
    ['Last name', '   ', 'Last name is required'],
    ['Email', 'ada', 'Please enter a valid email address'],
    ['Password', '12345', 'Password must be at least 6 characters'],
    ['Confirm password', `${TEST_PASSWORD}!`, 'Passwords do not match'],
  ];
  await page.goto('/signup');
  for (const [field, value, message] of invalidValues) {
    await fillSignUp(page, { [field]: value });
    await signUp(page);
    await expectFieldError(page, field, message);
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
  }
  expect(calls.count).toBe(0);
});

test('A password of six characters is accepted', async ({ page }) => {
  await page.goto('/signup');
  await fillSignUp(page, { Password: '123456', 'Confirm password': '123456' });
  await signUp(page);
  await expect(page).toHaveURL('/login');
});

test('Sign-up with a registered address looks successful and sends an email to its owner', async ({
  page,
  person,
  mailbox,
}) => {
  await page.goto('/signup');
  await fillSignUp(page, { Email: person.email });
  await signUp(page);
  await expectToast(page, 'Account created successfully!');
  await expect(page).toHaveURL('/login');
  await mailbox.emailTo(person.email, /already have/i);
});

test('A field error from the server is shown at its field until the value changes', async ({
  page,
}) => {
  const message = 'Names must be at most 60 characters';
  await page.route('**/api/auth/register', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: message, fields: { last_name: message } },
    }),
  );
  await page.goto('/signup');
  await fillSignUp(page);
  await signUp(page);
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(message);
  await page.getByLabel('Last name').fill('Lovelace');
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('');
});

test('A failed sign-up without a reason shows a general error and leaves the form filled in', async ({
  page,
}) => {
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/signup');
  const { Email: email } = await fillSignUp(page);
  await signUp(page);
  await expectToast(page, 'Registration failed', 'Something went wrong. Please try again.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.unroute('**/api/auth/register');
  await signUp(page);
  await expect(page).toHaveURL('/login');
});

test('Sign-up without a network shows an error', async ({ page, context }) => {
  await page.goto('/signup');
  await fillSignUp(page);
  await context.setOffline(true);
  await signUp(page);
  await expectToast(page, 'Registration failed', 'Network error');
});

test('The characters of a password can be shown', async ({ page }) => {
  await page.goto('/signup');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show characters' }).first().click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('secret');
});

test('The sign-up screen links to sign-in', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});
