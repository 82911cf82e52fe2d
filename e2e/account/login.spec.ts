import { newEmail, TEST_PASSWORD } from '#tooling/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  countCalls,
  expectFieldError,
  fillSignIn,
  pauseClock,
  signInOnScreen,
} from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

test('Sign-in stores the token and the user and opens the home page after 100 ms', async ({
  page,
  person,
}) => {
  await pauseClock(page);
  await page.goto('/login');
  await fillSignIn(page, ` ${person.email.toUpperCase()} `, person.password);
  const response = page.waitForResponse('**/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await response;
  await page.clock.runFor(99);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/');
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored.app_token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(stored.app_user ?? '')).toMatchObject({
    email: person.email,
    first_name: 'Ada',
    user_type: 'user',
  });
});

test('An empty form shows the required fields and sends no request', async ({ page }) => {
  const calls = countCalls(page, '/api/auth/login');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectFieldError(page, 'Email', 'Email is required');
  await expectFieldError(page, 'Password', 'Password is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
  expect(calls.count).toBe(0);
});

test('An invalid email address shows an error when the field loses focus, until it is corrected', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@nowhere');
  await expect(page.getByText('Please enter a valid email address')).toBeHidden();
  const button = page.getByRole('button', { name: 'Sign In' });
  const before = await button.boundingBox();
  await page.getByLabel('Password').focus();
  await expectFieldError(page, 'Email', 'Please enter a valid email address');
  expect(await button.boundingBox(), 'the layout did not shift').toEqual(before);
  await page.getByLabel('Email').fill('ada@nowhere.example');
  await expect(page.getByText('Please enter a valid email address')).toBeHidden();
});

test('A wrong password and an unknown email address show the same toast for 3 seconds', async ({
  page,
  person,
}) => {
  await pauseClock(page);
  await page.goto('/login');
  for (const email of [person.email, newEmail()]) {
    await fillSignIn(page, email, 'not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectToast(page, 'Sign in failed', 'Invalid email or password.');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.clock.runFor(2999);
    await expect(page.getByText('Sign in failed')).toBeVisible();
    await page.clock.runFor(1);
    await expect(page.getByText('Sign in failed')).toBeHidden();
  }
});

test('The toast about a wrong password disappears when sign-in succeeds', async ({
  page,
  person,
}) => {
  await pauseClock(page);
  await page.goto('/login');
  await fillSignIn(page, person.email, 'not the password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed');
  await page.getByLabel('Password').fill(person.password);
  const response = page.waitForResponse('**/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await response;
  await expect(page.getByText('Sign in failed')).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Sign in failed')).toHaveCount(0);
});

test('Sign-in with an unconfirmed email address explains it and can resend the email', async ({
  page,
  request,
  mailbox,
}) => {
  const email = newEmail();
  const names = { first_name: 'Una', last_name: 'Confirmed' };
  await post(request, '/api/auth/register', { email, password: TEST_PASSWORD, ...names });
  const first = await mailbox.emailTo(email, /confirm/i);

  await page.goto('/login');
  await fillSignIn(page, email, TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', 'Please confirm your email address before signing in.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`a new link is on its way to ${email}`)).toBeVisible();
  await expectAccessible(page);

  await expect
    .poll(async () => (await mailbox.emailTo(email, /confirm/i)).link, 'a second email was sent')
    .not.toBe(first.link);
  const { link } = await mailbox.emailTo(email, /confirm/i);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('A failed resend shows the reason and enables the button again', async ({ page }) => {
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Please confirm.' } }),
  );
  const message = 'Too many attempts. Please wait a moment and try again.';
  await page.route('**/api/auth/resend-confirmation', (route) =>
    route.fulfill({ status: 429, json: { success: false, error: message } }),
  );
  await page.goto('/login');
  await fillSignIn(page, newEmail(), TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'Error', message);
  await expect(page.getByRole('button', { name: 'Send again' })).toBeEnabled();
});

test('Too many attempts show the error message of the server', async ({ page }) => {
  const message = 'Too many attempts. Please wait a moment and try again.';
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 429, json: { success: false, error: message } }),
  );
  await page.goto('/login');
  await fillSignIn(page, newEmail(), TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', message);
});

test('Sign-in without a network shows an error and works again when the network returns', async ({
  page,
  context,
  person,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).hover();
  await context.setOffline(true);
  await fillSignIn(page, person.email, person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', 'Network error');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
});

test('A response without an error message shows "Login failed"', async ({ page }) => {
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'oops' }));
  await page.goto('/login');
  await fillSignIn(page, newEmail(), TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', 'Login failed');
});

test('Sign-in shows an unexpected error if the browser cannot store the session', async ({
  page,
  person,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Error', 'An unexpected error occurred. Please try again.');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});

test('The sign-in screen links to sign-up', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
});
