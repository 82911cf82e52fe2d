import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { fillSignUp, signInOnScreen, signOutOnScreen, signUp } from '../support/account.ts';
import { expect, post, test } from '../support/fixtures.ts';
import { captureRequestBody, expectToast, waitForTransitions } from '../support/site.ts';

test('In a demo, the sign-in screen after a sign-up leads to the mailbox, whose link confirms the account', async ({
  page,
  mailbox,
}) => {
  await page.goto('/signup');
  const { Email: email = '' } = await fillSignUp(page);
  await signUp(page);
  await expect(page).toHaveURL('/login');
  await mailbox.emailTo(email, /confirm/i);
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await page.getByRole('link').filter({ hasText: email }).click();
  await page.getByRole('link', { name: 'Confirm email' }).click();
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
});

test('The notice about the email and the form keep their places when a sign-in before the confirmation fails', async ({
  page,
}) => {
  // As high as the screen, so that nothing is scrolled.
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goto('/signup');
  const { Email: email = '' } = await fillSignUp(page);
  await signUp(page);
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  await waitForTransitions(page);
  const places = async () => [
    await page.locator('.confirmation-notice').boundingBox(),
    await page.getByRole('button', { name: 'Sign In' }).boundingBox(),
  ];
  const before = await places();
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, 'Sign in failed', 'Please confirm your email address before signing in.');
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  expect(await places()).toEqual(before);
});

test("Send again sends the link of one's own sign-up, even if strangers signed up with the same address", async ({
  page,
  request,
  mailbox,
}) => {
  const email = newEmail();
  const signUpOfStranger = (password: string) =>
    post(request, '/api/auth/register', { email, password, first_name: 'S', last_name: 'T' });
  let newest = '';
  const expectNewLink = async () => {
    const link = async () => (await mailbox.emailTo(email, /confirm/i)).link;
    await expect.poll(link, 'another email was sent').not.toBe(newest);
    newest = await link();
  };
  await signUpOfStranger('a stranger before');
  await expectNewLink();
  await page.goto('/signup');
  await fillSignUp(page, { Email: email });
  await signUp(page);
  await expect(page).toHaveURL('/login');
  await expectNewLink();
  await signUpOfStranger('a stranger after');
  await expectNewLink();

  const sent = await captureRequestBody(page, 'POST');
  await page.getByRole('button', { name: 'Send again' }).click();
  expect(await sent()).toEqual({ email, password: TEST_PASSWORD });
  await expectNewLink();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]),
  );
  expect(stored).not.toContain(TEST_PASSWORD);

  await page.goto(newest);
  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await signInOnScreen(page, email, TEST_PASSWORD);
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
  // Without the email address.
  await expect(page).toHaveURL('/login');
  await signInOnScreen(page, email, TEST_PASSWORD);
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  await signOutOnScreen(page);
  await page.goto('/login');
  await expect(page.getByText('Welcome back')).toBeVisible();
});
