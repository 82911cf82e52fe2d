import { expect, test } from '../support/fixtures.ts';
import { open, openUserMenu } from '../support/site.ts';

test.beforeEach(({ page }) => page.clock.install());

test('A toast disappears after 3000 ms', async ({ signedIn }) => {
  await open(signedIn, '/');
  const menu = await openUserMenu(signedIn);
  await signedIn.clock.pauseAt(Date.now() + 60_000);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  const toast = signedIn.getByText('Logged out', { exact: true });
  await expect(toast).toBeVisible();
  await signedIn.clock.runFor(2999);
  await expect(toast).toBeVisible();
  await signedIn.clock.runFor(1);
  await expect(toast).toHaveCount(0);
});

test('A new toast replaces the current one and is shown for its own 3000 ms', async ({
  signedIn,
}) => {
  await signedIn.route(/assets\/user-menu-popup-.*\.js/, (route) => route.abort());
  await open(signedIn, '/');
  await signedIn.clock.pauseAt(Date.now() + 60_000);
  const button = signedIn.getByRole('button', { name: 'User menu' });
  const toasts = signedIn.getByText('Network error');
  await button.click();
  await expect(toasts).toHaveCount(1);
  await toasts.evaluate((first) => first.setAttribute('id', 'first'));
  await signedIn.clock.runFor(2000);
  await button.click();
  await expect(signedIn.locator('#first')).toHaveCount(0);
  await expect(toasts).toHaveCount(1);
  await signedIn.clock.runFor(2000);
  await expect(toasts).toHaveCount(1);
  await signedIn.clock.runFor(1000);
  await expect(toasts).toHaveCount(0);
});

test('A toast can be dismissed', async ({ signedIn }) => {
  await open(signedIn, '/');
  const menu = await openUserMenu(signedIn);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  await signedIn.getByRole('button', { name: 'Dismiss' }).click();
  await expect(signedIn.getByText('Logged out', { exact: true })).toHaveCount(0);
});
