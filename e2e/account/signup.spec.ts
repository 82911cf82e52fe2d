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
import { expectToast, nextBody } from '../support/site.ts';

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

test('signing up sends an email, tells to look for it and leads to the sign-in', async ({
  page,
  mailbox,
}) => {
  await page.goto('/signup');
  await expectAccessible(page);
  const { Email: email } = await fillSignUp(page);
  const sent = await nextBody(page, 'POST');
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

test('after signing up the sign-in says where the email went, and sends it again', async ({
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

  // It stays: after the toast, after a look around, after a reload.
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
  await expect.poll(async () => (await newest()).link, 'a second email').not.toBe(first.link);

  // Until the address is confirmed.
  await page.goto((await newest()).link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page.getByText('Welcome back')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('the note about the email goes with a sign-in, also when the link was opened elsewhere', async ({
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

test('an empty form names every required field and asks the server nothing', async ({ page }) => {
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

test('each mistake is named beside its field, which gets the focus', async ({ page }) => {
  const calls = countCalls(page, '/api/auth/register');
  const mistakes: [field: string, value: string, sentence: string][] = [
    ['First name', '   ', 'First name is required'],
    ['Last name', '   ', 'Last name is required'],
    ['Email', 'ada', 'Please enter a valid email address'],
    ['Password', '12345', 'Password must be at least 6 characters'],
    ['Confirm password', `${TEST_PASSWORD}!`, 'Passwords do not match'],
  ];
  await page.goto('/signup');
  for (const [field, value, sentence] of mistakes) {
    await fillSignUp(page, { [field]: value });
    await signUp(page);
    await expectFieldError(page, field, sentence);
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
  }
  expect(calls.count).toBe(0);
});

test('a password of six is long enough', async ({ page }) => {
  await page.goto('/signup');
  await fillSignUp(page, { Password: '123456', 'Confirm password': '123456' });
  await signUp(page);
  await expect(page).toHaveURL('/login');
});

test('an address that has an account looks like a new one, and its owner is written to', async ({
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

test('what the server finds wrong stands beside its field until it is changed', async ({
  page,
}) => {
  const sentence = 'Names must be at most 60 characters';
  await page.route('**/api/auth/register', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: sentence, fields: { last_name: sentence } },
    }),
  );
  await page.goto('/signup');
  await fillSignUp(page);
  await signUp(page);
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(sentence);
  await page.getByLabel('Last name').fill('Lovelace');
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('');
});

test('a registration that fails without a reason asks to try again, and keeps what was typed', async ({
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

test('without a network the registration says so', async ({ page, context }) => {
  await page.goto('/signup');
  await fillSignUp(page);
  await context.setOffline(true);
  await signUp(page);
  await expectToast(page, 'Registration failed', 'Network error');
});

test('a password can be looked at', async ({ page }) => {
  await page.goto('/signup');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('secret');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show characters' }).first().click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('secret');
});

test('the sign-up links to the sign-in', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});
