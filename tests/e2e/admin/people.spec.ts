import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expectFieldError, sessionStatus } from '../support/account.ts';
import { expect, post, signInWithoutScreens, test } from '../support/fixtures.ts';
import { expectToast, open, openUserMenu } from '../support/site.ts';
import { expectFits } from './expect-fits.ts';

test('An admin finds a user, grants and revokes admin, signs them out everywhere and deletes the account, with the keyboard', async ({
  page,
  admin,
  person,
  browser,
  request,
  mailbox,
}) => {
  test.slow();
  const main = page.getByRole('main');
  const people = main.getByRole('list', { name: 'People' }).getByRole('listitem');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const isAdmin = async () => {
    const headers = { Authorization: `Bearer ${person.token}` };
    return (await request.get('/api/admin/status', { headers })).status() === 200;
  };
  await signInWithoutScreens(page, admin);

  await test.step('the page opens from the dashboard', async () => {
    await open(page, '/');
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'People' })
      .press('Enter');
    await expect(page).toHaveURL('/admin-dashboard?view=people');
    await expect(main.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
    await expect(page).toHaveTitle(/^People/);
    for (const summary of [
      /^Sign-ups over the last 30 days: \d+ in total, at most \d+ on one day, /,
      /^Active people over the last 30 days: (at most \d+ on one day, .+|none)\.$/,
    ])
      await expect(main.getByRole('img', { name: summary })).toBeVisible();
    await expect(people.first()).toBeVisible();
  });

  await test.step('going back restores the title of the view', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle(/^About/);
    await page.goBack();
    await expect(people.first()).toBeVisible();
    await expect(page).toHaveTitle(/^People/);
  });

  await test.step('a search finds the user, and nobody for nonsense', async () => {
    const search = main.getByRole('searchbox', { name: 'Search' });
    await search.fill('nobody-has-this-name');
    await expect(main.getByText('No one found.')).toBeVisible();
    await expect(main.locator('.card', { hasText: 'No one found.' }).locator('svg')).toBeVisible();
    await search.fill(person.email.toUpperCase());
    await expect(people).toHaveCount(1);
    await expect(people).toContainText(person.email);
    await expect(people).not.toContainText('Admin');
  });

  await test.step("granting admin needs the admin's password", async () => {
    await choose(page, 'Make admin');
    await page.getByLabel('Your password').fill('not my password');
    await page.keyboard.press('Enter');
    await expectFieldError(page, 'Your password', 'This is not your password');
    await expectAccessible(page);
    expect(await isAdmin()).toBe(false);
    await page.getByLabel('Your password').fill(admin.password);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Admin rights granted');
    await expect(people.getByText('Admin', { exact: true })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await isAdmin()).toBe(true);
  });

  await test.step('revoking undoes it', async () => {
    await choose(page, 'Remove admin');
    await dialog.getByRole('button', { name: 'Remove admin' }).press('Enter');
    await expectToast(page, 'Admin rights removed');
    expect(await isAdmin()).toBe(false);
  });

  await test.step('signing out everywhere ends the session in another browser', async () => {
    const other = await browser.newPage();
    await signInWithoutScreens(other, person);
    await open(other, '/profile');
    // Firefox sends key presses to the window in front.
    await page.bringToFront();
    await choose(page, 'Sign out everywhere');
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).press('Enter');
    await expectToast(page, 'Signed out everywhere');
    expect(await sessionStatus(request, person.token)).toBe(401);
    await other.reload();
    await expect(other).toHaveURL('/login');
    await other.close();
  });

  await test.step("deleting the account needs the admin's password and sends an email", async () => {
    await choose(page, 'Delete account');
    await expect(dialog).toContainText(person.email);
    await page.getByLabel('Your password').fill(admin.password);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Account deleted');
    await expect(people).toHaveCount(0);
    await mailbox.emailTo(person.email, /account was deleted/);
    expect((await request.post('/api/auth/login', { data: person })).status()).toBe(401);
  });

  await test.step('the audit log shows all of it', async () => {
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'Audit log' })
      .press('Enter');
    const entries = main
      .getByRole('list', { name: 'Audit log' })
      .getByRole('listitem')
      .filter({ hasText: person.email })
      .filter({ hasText: admin.email });
    await expect(entries.locator('> div p')).toHaveText([
      'Account deleted',
      'Signed out everywhere',
      'Admin rights removed',
      'Made admin',
    ]);
  });
});

test('The users list fits three widths, is accessible and resends confirmations', {
  tag: '@layout',
}, async ({ page, admin, request }) => {
  test.slow();
  await signInWithoutScreens(page, admin);
  const main = page.getByRole('main');
  const people = main.getByRole('list', { name: 'People' }).getByRole('listitem');
  const waiting = { email: `waiting-${admin.user.id}@example.com`, first_name: 'عائشة' };
  await post(request, '/api/auth/register', {
    ...waiting,
    password: 'a long password',
    last_name: 'Rahman',
  });

  await test.step('the list', async () => {
    await page.route('**/api/admin/people?*', async (route) => {
      if (route.request().url().includes('search=')) return route.abort();
      const list = await (await route.fetch()).json();
      await route.fulfill({ json: { ...list, next: 'cursor of the whole list' } });
    });
    await open(page, '/admin-dashboard?view=people');
    await expect(main.getByRole('button', { name: 'Show more' })).toBeVisible();
    await main.getByRole('searchbox', { name: 'Search' }).fill(waiting.email);
    await expect(main.getByRole('alert')).toContainText('The list of people could not be loaded');
    await page.unroute('**/api/admin/people?*');
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(people).toHaveCount(1);
    await expect(people).toContainText('Not confirmed');
    await main.getByText('Show daily numbers').click();
    await expectFits(page);
    const joined = people.getByText('Joined').locator('..').locator('dd');
    const storage = people.getByText('Storage').locator('..').locator('dd');
    const lines = (text: Locator) =>
      text.evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length;
      });
    expect(await lines(joined)).toBe(1);
    await expect(joined).toHaveCSS('text-align', /^(start|left)$/);
    await expect(storage).toHaveCSS('text-align', /^(end|right)$/);
    await choose(page, 'Resend confirmation');
    await expectToast(page, 'Confirmation email queued');
    const sent = async () => {
      const response = await request.get('/dev/mailbox', {
        headers: { Accept: 'application/json' },
      });
      const { emails } = (await response.json()) as { emails: { recipient: string }[] };
      return emails.filter(({ recipient }) => recipient === waiting.email).length;
    };
    await expect.poll(sent).toBe(2);
  });

  await test.step('admins can only sign themselves out', async () => {
    await main.getByRole('searchbox', { name: 'Search' }).fill(admin.email);
    await expect(people).toContainText('You');
    await people.getByRole('button', { name: /^Actions for/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Sign out everywhere']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
});

/** Opens the menu of the only user in the list and chooses an entry, with the keyboard. */
async function choose(page: Page, name: string) {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for/ })
    .press('Enter');
  const item = page.getByRole('menuitem', { name });
  await expect(page.getByRole('menu')).not.toHaveAttribute('data-starting-style');
  await item.press('Enter');
}
