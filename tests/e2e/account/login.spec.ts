import { LEAVING_MS } from '#client/constants.ts';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import {
  countCalls,
  expectFieldError,
  fillSignIn,
  holdCalls,
  pauseClock,
  pressTwice,
  signInOnScreen,
} from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { captureRequestBody, expectStillFocused, expectToast, open } from '../support/site.ts';

test('Wrong credentials show a toast for 3 seconds, and the right ones open the home page after 100 ms', {
  tag: '@smoke',
}, async ({ page, person }) => {
  await pauseClock(page);
  await page.goto('/login');
  const signIn = page.getByRole('button', { name: 'Sign In' });
  const toast = page.getByText('Sign in failed');
  for (const email of [newEmail(), person.email]) {
    await fillSignIn(page, email, 'not the password');
    await signIn.click();
    await expectToast(page, 'Sign in failed', 'Invalid email or password.');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.clock.runFor(2999);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1);
    await expect(toast).toBeHidden();
  }

  await signIn.click();
  await expectToast(page, 'Sign in failed');
  await fillSignIn(page, ` ${person.email.toUpperCase()} `, person.password);
  const response = page.waitForResponse('**/api/auth/login');
  await signIn.click();
  await response;
  await expect(page.locator('.toast[data-closed]')).toHaveCount(1);
  await page.clock.runFor(99);
  await expect(page).toHaveURL('/login');
  await expect(signIn).toBeDisabled();
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(LEAVING_MS);
  await expect(toast).toHaveCount(0);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored.app_token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(stored.app_user ?? '')).toMatchObject({
    email: person.email,
    first_name: 'Ada',
    user_type: 'user',
  });
});

test('The session is stored before the page changes, so that closing the tab in between does not lose it', async ({
  page,
  context,
  person,
}) => {
  await pauseClock(page);
  await page.goto('/login');
  await fillSignIn(page, person.email, person.password);
  const response = page.waitForResponse('**/api/auth/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await response;
  await expect.poll(() => page.evaluate(() => 'app_token' in localStorage)).toBe(true);
  await expect(page).toHaveURL('/login');
  await page.close();
  const tab = await context.newPage();
  await tab.goto('/profile');
  await expect(tab.getByLabel('First name')).toHaveValue('Ada');
});

test('Invalid fields show errors and send no request, and the screen links to sign-up', {
  tag: '@layout',
}, async ({ page }) => {
  const calls = countCalls(page, '/api/auth/login');
  await open(page, '/login');
  await expectAccessible(page);
  await expect(page.getByLabel('Remember me')).toHaveAccessibleDescription(
    'Saves your password on this device. Leave this off on a shared device.',
  );
  const button = page.getByRole('button', { name: 'Sign In' });

  await test.step('an invalid email address, when the field loses focus, until it is corrected', async () => {
    const message = 'Please enter a valid email address';
    await page.getByLabel('Email').fill('ada@nowhere');
    await expect(page.getByText(message)).toBeHidden();
    const before = await button.boundingBox();
    await page.getByLabel('Password').focus();
    await expectFieldError(page, 'Email', message);
    expect(await button.boundingBox(), 'the layout did not shift').toEqual(before);
    await page.getByLabel('Email').fill('ada@nowhere.example');
    await expect(page.getByText(message)).toBeHidden();
  });

  await test.step('required fields, when the form is submitted', async () => {
    await page.getByLabel('Email').fill('');
    await button.click();
    await expectFieldError(page, 'Email', 'Email is required');
    await expectFieldError(page, 'Password', 'Password is required');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
  });

  expect(calls.count).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
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

  await test.step('a failed request shows the reason, and the button keeps the focus', async () => {
    const error = 'Too many attempts. Please wait a moment and try again.';
    const calls = await holdCalls(page, '**/api/auth/resend-confirmation');
    await pressTwice(page, 'Send again');
    calls.respond({ status: 429, json: { success: false, error } });
    await expectToast(page, 'Error', error);
    await expectStillFocused(page, 'Send again');
    expect(calls.count).toBe(1);
    await page.unroute('**/api/auth/resend-confirmation');
  });

  const sent = await captureRequestBody(page, 'POST');
  await page.keyboard.press('Enter');
  expect(await sent()).toEqual({ email, password: TEST_PASSWORD });
  await expect(page.getByText(`a new link is on its way to ${email}`)).toBeVisible();
  await expect(page.locator('.confirmation-notice')).toBeFocused();
  await expectAccessible(page);
  await expect
    .poll(async () => (await mailbox.emailTo(email, /confirm/i)).link, 'a second email was sent')
    .not.toBe(first.link);
  const { link } = await mailbox.emailTo(email, /confirm/i);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('A sign-in that fails for another reason shows it and can be repeated', async ({
  page,
  context,
  person,
}) => {
  await page.goto('/login');
  const signIn = page.getByRole('button', { name: 'Sign In' });
  await fillSignIn(page, person.email, person.password);

  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: 'oops' }));
  await signIn.click();
  await expectToast(page, 'Sign in failed', 'Login failed');
  await page.unroute('**/api/auth/login');

  await context.setOffline(true);
  await signIn.click();
  await expectToast(page, 'Sign in failed', 'Network error');
  await context.setOffline(false);

  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      Storage.prototype.setItem = setItem;
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await signIn.click();
  await expectToast(page, 'Error', 'An unexpected error occurred. Please try again.');
  await expect(signIn).toBeEnabled();

  await signIn.click();
  await expect(page).toHaveURL('/');
});

test('Every password field is masked, can be pasted into and tells password managers its purpose', async ({
  page,
}) => {
  const screens = [
    { path: '/login', purpose: 'current-password', labels: ['Password'] },
    { path: '/signup', purpose: 'new-password', labels: ['Password', 'Confirm password'] },
  ];
  for (const { path, purpose, labels } of screens) {
    await page.goto(path);
    await page.getByLabel('Email').fill('of a manager');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('autocomplete', purpose);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+V');
      await expect(field).toHaveValue('of a manager');
    }
  }
});
