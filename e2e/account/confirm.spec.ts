import type { APIRequestContext } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tooling/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countCalls } from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';

const INVALID = 'Invalid confirmation link. Please check your email and try again.';
const FAILED = 'Email confirmation failed. Please try again.';

async function register(request: APIRequestContext) {
  const email = newEmail();
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', { email, password: TEST_PASSWORD, ...names });
  return email;
}

test('the link of the email confirms, leaves the address bar and leads to the sign-in', async ({
  page,
  request,
  mailbox,
}) => {
  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/confirm', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirming your email…' })).toBeVisible();
  await expect(page).toHaveURL('/confirm');
  await expectAccessible(page);
  answer();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  expect(page.url(), 'the token is not in the history either').not.toContain('access_token');
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
});

test('a mail scanner fetching the link uses nothing up, and the link works twice', async ({
  page,
  request,
  mailbox,
}) => {
  const email = await register(request);
  const { link } = await mailbox.emailTo(email, /confirm/i);
  for (let times = 0; times < 2; times++) expect((await request.get(link)).ok()).toBe(true);
  const signIn = await request.post('/api/auth/login', {
    data: { email, password: TEST_PASSWORD },
  });
  expect(signIn.status(), 'still unconfirmed').toBe(403);
  for (let times = 0; times < 2; times++) {
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
    await page.goto('/about');
  }
});

test('an incomplete link is invalid and asks the server nothing', async ({ page }) => {
  const calls = countCalls(page, '/api/auth/confirm');
  const fragments = ['', '#type=signup', '#access_token=abc', '#access_token=abc&type=recovery'];
  for (const fragment of fragments) {
    await page.goto('/about');
    await page.goto(`/confirm${fragment}`);
    await expect(page.getByText(INVALID, { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/confirm');
  }
  expect(calls.count).toBe(0);
});

test('a token nobody was given fails, with two ways on', async ({ page }) => {
  await page.goto(`/confirm#access_token=${'x'.repeat(43)}&type=signup`);
  await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goBack();
  await page.getByRole('button', { name: 'Try sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('a server that is away can be asked again with the same link', async ({
  page,
  request,
  mailbox,
}) => {
  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  await page.route('**/api/auth/confirm', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/auth/confirm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
});

test('the right link, pasted into a tab that shows a wrong one, confirms', async ({
  page,
  request,
  mailbox,
}) => {
  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  await page.goto('/confirm');
  await expect(page.getByText(INVALID)).toBeVisible();
  await page.evaluate((address) => location.assign(address), link);
  await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
  await expect(page).toHaveURL('/confirm');
});
