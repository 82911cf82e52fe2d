import { demoAccounts } from '#server/demo/content.ts';
import { sessionStatus } from '../support/account.ts';
import { expect, post, signInWithoutScreens } from '../support/fixtures.ts';
import { expectToast, open } from '../support/site.ts';
import { test } from '../support/site-fixtures.ts';

const demo = demoAccounts.find(
  ({ user_type }) => user_type === 'admin',
) as (typeof demoAccounts)[number];

test('The last admin cannot delete their own account', async ({ page, admin: second, request }) => {
  const { token, user } = await post(request, '/api/auth/login', demo);
  const deleteAccount = (bearer: string, password: string) =>
    request.post('/api/auth/delete-account', {
      headers: { Authorization: `Bearer ${bearer}` },
      data: { password },
    });
  expect((await deleteAccount(second.token, second.password)).status()).toBe(200);
  await signInWithoutScreens(page, { ...demo, token, user });
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Password').fill(demo.password);
  await page.keyboard.press('Enter');
  await expectToast(
    page,
    'Deletion failed',
    'There must be at least one admin. Make someone else an admin first.',
  );
  expect(await sessionStatus(request, token)).toBe(200);
});
