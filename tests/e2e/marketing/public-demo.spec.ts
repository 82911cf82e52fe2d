import { demoAccounts } from '#server/demo/content.ts';
import { apiMessages } from '#shared/messages.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { newEmail, TEST_PASSWORD } from '#tests/support/test-people.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast, open } from '../support/site.ts';

test('A public demo without a mail server rejects sign-ups and has no mailbox', async ({
  page,
}) => {
  const demo = await startServerProcess(['server/main.ts'], { env: { PUBLIC_DEMO: 'true' } });
  try {
    await open(page, `${demo.url}/signup`);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await page.getByLabel('Confirm password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expectToast(page, 'Registration failed', apiMessages.signUpClosed);

    await page.evaluate(() => sessionStorage.setItem('app_pending_confirmation', 'a@example.com'));
    await open(page, `${demo.url}/login`);
    await expect(page.getByText('We sent an email to a@example.com.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the mailbox' })).toHaveCount(0);

    const mailbox = await page.goto(`${demo.url}/dev/mailbox`);
    expect(mailbox?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Mailbox');

    for (const { user_type, email, password } of demoAccounts) {
      const data = { email, password };
      const response = await page.request.post(`${demo.url}/api/auth/login`, { data });
      expect(response.status(), email).toBe(user_type === 'admin' ? 401 : 200);
    }
  } finally {
    await demo.stop();
  }
});
