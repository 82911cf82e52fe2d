import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  countCalls,
  expectFieldError,
  fillSignUp,
  holdCalls,
  pressTwice,
  signInOnScreen,
  signUp,
} from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { captureRequestBody, expectStillFocused, expectToast, open } from '../support/site.ts';

test('Sign-up opens the sign-in screen, which names the email address and can resend the email', {
  tag: '@smoke',
}, async ({ page, mailbox }) => {
  await page.goto('/signup');
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
  const notice = page.getByText(`We sent an email to ${email}.`);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText('Welcome back')).toHaveCount(0);
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
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('On a phone, the buttons of sign-in and sign-up are visible without scrolling', {
  tag: '@layout',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ['/login', 'Sign In'],
    ['/signup', 'Sign Up'],
  ] as const) {
    await open(page, path);
    const button = await page.getByRole('button', { name }).boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Bottom' }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0), path).toBeLessThan(bar?.y ?? 0);
  }
});

test('Invalid values show errors at their fields and send no request, and the screen links to sign-in', async ({
  page,
}) => {
  const calls = countCalls(page, '/api/auth/register');
  await page.goto('/signup');
  await expectAccessible(page);

  await test.step('an empty form', async () => {
    await signUp(page);
    await expectFieldError(page, 'First name', 'First name is required');
    await expectFieldError(page, 'Last name', 'Last name is required');
    await expectFieldError(page, 'Email', 'Email is required');
    await expectFieldError(page, 'Password', 'Password is required');
    await expect(page.getByLabel('First name')).toBeFocused();
    await expectAccessible(page);
  });

  const invalidValues: [field: string, value: string, message: string][] = [
    ['First name', '   ', 'First name is required'],
    ['Last name', '   ', 'Last name is required'],
    ['Email', 'ada', 'Please enter a valid email address'],
    ['Password', '12345', 'Password must be at least 6 characters'],
    ['Confirm password', `${TEST_PASSWORD}!`, 'Passwords do not match'],
  ];
  for (const [field, value, message] of invalidValues)
    await test.step(`${field}: "${value}"`, async () => {
      await fillSignUp(page, { [field]: value });
      await signUp(page);
      await expectFieldError(page, field, message);
      await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    });

  await test.step('the characters of a password can be shown', async () => {
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show characters' }).first().click();
    await expect(field).toHaveAttribute('type', 'text');
    await expect(field).toHaveValue(TEST_PASSWORD);
  });

  expect(calls.count).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('A failed sign-up leaves the form filled in; one with a registered address looks successful', async ({
  page,
  person,
  mailbox,
}) => {
  await page.goto('/signup');
  const { Email: email } = await fillSignUp(page);

  await test.step('a server error is shown at its field until the value changes', async () => {
    const error = 'Names must be at most 60 characters';
    const json = { success: false, error, fields: { last_name: error } };
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 400, json }));
    await signUp(page);
    await expect(page.getByLabel('Last name')).toBeFocused();
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(error);
    await page.getByLabel('Last name').fill('Lovelace');
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('');
    await page.unroute('**/api/auth/register');
  });

  await test.step('a response without a reason shows a general error', async () => {
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '' }));
    await signUp(page);
    await expectToast(page, 'Registration failed', 'Something went wrong. Please try again.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.unroute('**/api/auth/register');
  });

  await test.step('the busy button keeps the focus and ignores a second press', async () => {
    const calls = await holdCalls(page, '**/api/auth/register');
    await pressTwice(page, 'Sign Up');
    calls.respond();
    await expectToast(page, 'Registration failed', 'Network error');
    await expectStillFocused(page, 'Sign Up');
    expect(calls.count).toBe(1);
    await page.unroute('**/api/auth/register');
  });

  await page.getByLabel('Email').fill(person.email);
  await signUp(page);
  await expectToast(page, 'Account created successfully!');
  await expect(page).toHaveURL('/login');
  await mailbox.emailTo(person.email, /already have/i);
});
