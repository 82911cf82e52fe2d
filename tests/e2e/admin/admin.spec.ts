import type { Page } from '@playwright/test';
import { createPerson, expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open, openUserMenu, waitForTransitions } from '../support/site.ts';

test.beforeEach(async ({ page, admin }) => signInWithoutScreens(page, admin));

test('The dashboard opens from the user menu and shows the current server status and the capabilities', {
  tag: '@smoke',
}, async ({ page, admin, request }) => {
  const mayRespond = Promise.withResolvers<void>();
  await page.route('**/api/admin/status', async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await open(page, '/');
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
  await expect(page).toHaveURL('/admin-dashboard');

  await test.step('skeletons reserve the space of the values while they load', async () => {
    await expect(page.getByText('Loading the status…')).toBeAttached();
    const card = page.getByRole('heading', { name: 'Database' });
    await waitForTransitions(page);
    const before = await card.boundingBox();
    mayRespond.resolve();
    await expect(page.getByText('Everything is working')).toBeVisible();
    expect(await card.boundingBox()).toEqual(before);
  });

  await test.step('the cards show the status', async () => {
    const headers = { Authorization: `Bearer ${admin.token}` };
    const status = await (await request.get('/api/admin/status', { headers })).json();
    await expect(cardValue(page, 'Version')).toHaveText(status.version);
    await expect(cardValue(page, 'Uptime')).toHaveText(/^(\d+ (d|h|min|s) ?){1,2}$/);
    await expect(cardValue(page, 'Backup')).toHaveText('None');
    await expect(cardValue(page, 'Free disk space')).toHaveText(/^[\d,.]+ [MG]B$/);
    await expect(cardValue(page, 'Engine')).toHaveText('SQLite');
    await expect(cardValue(page, 'Kind')).toHaveText('Folder on disk');
    await expect(cardValue(page, 'Health')).toHaveText(['Healthy', 'Healthy']);
    await expect(cardValue(page, 'Transport')).toHaveText('Demo mailbox');
    await expect(cardValue(page, 'Queue')).toHaveText(/Empty|waiting/);
    await expect(cardValue(page, 'Undeliverable')).toHaveText('None');
    await expect(cardValue(page, 'Photos')).toHaveText(/^\d+$/);
  });

  await test.step('badges list the capabilities, without controls', async () => {
    const badges = page.getByRole('region', { name: 'What the kit can do' }).getByRole('listitem');
    for (const capability of [
      'Confirmation email',
      'Password reset',
      'Profile editing',
      'File storage',
      'Camera capture',
    ])
      await expect(badges.filter({ hasText: capability })).toBeVisible();
    await expect(page.getByRole('main').locator('button, a, input, select')).toHaveCount(0);
  });

  await test.step('a new user is counted on the next visit', async () => {
    const before = Number(await cardValue(page, 'Users').innerText());
    expect(before).toBeGreaterThanOrEqual(2);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await createPerson(request);
    await page.goBack();
    await expect(cardValue(page, 'Users')).not.toHaveText(String(before));
  });
});

test('A network error is shown, and Try again reloads the status, which marks failing services', async ({
  page,
}) => {
  await page.route('**/api/admin/status', (route) => route.abort());
  await open(page, '/admin-dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('Network error');
  await page.unroute('**/api/admin/status');

  await page.route('**/api/admin/status', async (route) => {
    const response = await route.fetch();
    const status = await response.json();
    await route.fulfill({
      response,
      json: {
        ...status,
        uptime_s: 93_784,
        database: { engine: 'postgres', health: 'failing' },
        mail: { transport: 'smtp', queued: 3, failed: 2 },
        data_folder: { newest_backup_age_s: 100_800, free_bytes: 5_000_000_000 },
        attention: ['backup_failed', 'backup_missing'],
      },
    });
  });
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Something needs attention')).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
  await expect(cardValue(page, 'Uptime')).toHaveText('1 d 2 h');
  await expect(cardValue(page, 'Backup')).toHaveText('1 d 4 h ago');
  await expect(cardValue(page, 'Free disk space')).toHaveText('5 GB');
  await expect(main.getByText('The last backup or its copy failed.')).toBeVisible();
  await expect(main.getByText('There is no backup from the last day.')).toBeVisible();
  await expect(cardValue(page, 'Engine')).toHaveText('PostgreSQL');
  await expect(cardValue(page, 'Health')).toHaveText(['Failing', 'Healthy']);
  await expect(cardValue(page, 'Transport')).toHaveText('SMTP');
  await expect(cardValue(page, 'Queue')).toHaveText('3 waiting');
  await expect(cardValue(page, 'Undeliverable')).toHaveText('2');
});

const cardValue = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('> dd');
