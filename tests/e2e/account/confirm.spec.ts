import type { APIRequestContext } from '@playwright/test';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countCalls, expectFieldError, signInOnScreen } from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { expectToast } from '../support/site.ts';

const INVALID = 'Invalid confirmation link. Please check your email and try again.';
const FAILED = 'Email confirmation failed. Please try again.';

async function register(request: APIRequestContext) {
  const email = newEmail();
  const names = { first_name: 'Ada', last_name: 'Byron' };
  await post(request, '/api/auth/register', { email, password: TEST_PASSWORD, ...names });
  return email;
}

test('The confirmation link confirms the email, is removed from the address bar and leads to sign-in', async ({
  page,
  request,
  mailbox,
}) => {
  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  const mayRespond = Promise.withResolvers<void>();
  await page.route('**/api/auth/confirm', async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Confirming your email…' })).toBeVisible();
  await expect(page).toHaveURL('/confirm');
  await expectAccessible(page);
  mayRespond.resolve();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.goBack();
  await expect(page, 'the token is not in the history').toHaveURL('/confirm');
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
});

test('A mail scanner that fetches the link does not confirm the account, and the link can be opened twice', async ({
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
  expect(signIn.status(), 'not confirmed yet').toBe(403);
  for (let times = 0; times < 2; times++) {
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
    await page.goto('/about');
  }
});

test('An incomplete link is rejected without a request, and a valid one pasted into its tab confirms', async ({
  page,
  request,
  mailbox,
}) => {
  const calls = countCalls(page, '/api/auth/confirm');
  const fragments = ['#type=signup', '#access_token=abc', '#access_token=abc&type=recovery', ''];
  for (const fragment of fragments) {
    await page.goto('/about');
    await page.goto(`/confirm${fragment}`);
    await expect(page.getByText(INVALID, { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/confirm');
  }
  expect(calls.count).toBe(0);

  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  await page.evaluate((address) => location.assign(address), link);
  await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
  await expect(page).toHaveURL('/confirm');
});

test('A link that does not work can be replaced by a new one, which is sent to the address of a sign-up only', async ({
  page,
  request,
  mailbox,
}) => {
  const email = await register(request);
  const first = await mailbox.emailTo(email, /confirm/i);
  const newest = async () => (await mailbox.emailTo(email, /confirm/i)).link;
  await page.goto('/confirm');
  const sendLink = page.getByRole('button', { name: 'Send a new link' });

  await test.step('without a valid address nothing is sent', async () => {
    const calls = countCalls(page, '/api/auth/resend-confirmation');
    await sendLink.click();
    await expectFieldError(page, 'Email', 'Email is required');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expectAccessible(page);
    expect(calls.count).toBe(0);
  });

  await test.step('a failed request shows the reason', async () => {
    await page.route('**/api/auth/resend-confirmation', (route) => route.abort());
    await page.getByLabel('Email').fill(email);
    await sendLink.click();
    await expectToast(page, 'Error', 'Network error');
    await page.unroute('**/api/auth/resend-confirmation');
  });

  for (const address of [newEmail(), email])
    await test.step('the answer does not say whether there is a sign-up', async () => {
      await page.goto('/confirm');
      await page.getByLabel('Email').fill(address);
      await sendLink.click();
      await expect(page.getByText(`a new link is on its way to ${address}`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expectAccessible(page);
    });

  await expect.poll(newest, 'a second email was sent').not.toBe(first.link);
  await page.goto(await newest());
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('A failed confirmation links to sign-up and sign-in, and can be retried after a network error', async ({
  page,
  request,
  mailbox,
}) => {
  await page.goto(`/confirm#access_token=${'x'.repeat(43)}&type=signup`);
  await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await page.goBack();
  await page.getByRole('button', { name: 'Try sign in' }).click();
  await expect(page).toHaveURL('/login');

  const { link } = await mailbox.emailTo(await register(request), /confirm/i);
  await page.route('**/api/auth/confirm', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0);
  await page.unroute('**/api/auth/confirm');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
});
