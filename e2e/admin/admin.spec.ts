import type { Page } from '@playwright/test';
import { createPerson, expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

test.beforeEach(async ({ page, admin }) => signInWithoutScreens(page, admin));

test('the cards show what is true now', async ({ page, admin, request }) => {
  await open(page, '/admin-dashboard');
  const headers = { Authorization: `Bearer ${admin.token}` };
  const status = await (await request.get('/api/admin/status', { headers })).json();
  await expect(page.getByText('Everything is working')).toBeVisible();
  await expect(shown(page, 'Version')).toHaveText(status.version);
  await expect(shown(page, 'Uptime')).toHaveText(/^(\d+ (d|h|min|s) ?){1,2}$/);
  await expect(shown(page, 'Engine')).toHaveText('SQLite');
  await expect(shown(page, 'Kind')).toHaveText('Folder on disk');
  await expect(shown(page, 'Health')).toHaveText(['Healthy', 'Healthy']);
  await expect(shown(page, 'Transport')).toHaveText('Demo mailbox');
  await expect(shown(page, 'Queue')).toHaveText(/Empty|waiting/);
  await expect(shown(page, 'Undeliverable')).toHaveText('None');
  await expect(shown(page, 'Photos')).toHaveText(/^\d+$/);
});

test('a new user is counted at the next visit', async ({ page, request }) => {
  await open(page, '/admin-dashboard');
  const before = Number(await shown(page, 'Users').innerText());
  expect(before).toBeGreaterThanOrEqual(2);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await createPerson(request);
  await page.goBack();
  await expect(shown(page, 'Users')).not.toHaveText(String(before));
});

test('what fails is named', async ({ page }) => {
  await page.route('**/api/admin/status', async (route) => {
    const answer = await route.fetch();
    const status = await answer.json();
    await route.fulfill({
      response: answer,
      json: {
        ...status,
        uptime_s: 93_784,
        database: { engine: 'postgres', health: 'failing' },
        mail: { transport: 'smtp', queued: 3, failed: 2 },
      },
    });
  });
  await open(page, '/admin-dashboard');
  await expect(page.getByText('Something needs attention')).toBeVisible();
  await expect(shown(page, 'Uptime')).toHaveText('1 d 2 h');
  await expect(shown(page, 'Engine')).toHaveText('PostgreSQL');
  await expect(shown(page, 'Health')).toHaveText(['Failing', 'Healthy']);
  await expect(shown(page, 'Transport')).toHaveText('SMTP');
  await expect(shown(page, 'Queue')).toHaveText('3 waiting');
  await expect(shown(page, 'Undeliverable')).toHaveText('2');
});

test('the badges name the capabilities, and there is nothing to press', async ({ page }) => {
  await open(page, '/admin-dashboard');
  const badges = page.getByRole('region', { name: 'What the kit can do' }).getByRole('listitem');
  for (const capability of [
    'Confirmation email',
    'Password reset',
    'Profile editing',
    'File storage',
    'Camera capture',
  ]) {
    await expect(badges.filter({ hasText: capability })).toBeVisible();
  }
  await expect(page.getByRole('main').locator('button, a, input, select')).toHaveCount(0);
});

test('skeletons stand where the words will be', async ({ page }) => {
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/status', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await open(page, '/admin-dashboard');
  await expect(page.getByText('Loading the status…')).toBeAttached();
  const card = page.getByRole('heading', { name: 'Database' });
  const waiting = await card.boundingBox();
  answered.resolve();
  await expect(page.getByText('Everything is working')).toBeVisible();
  expect(await card.boundingBox()).toEqual(waiting);
});

test('a server that is down is named, and Try again tries again', async ({ page }) => {
  await page.route('**/api/admin/status', (route) => route.abort());
  await open(page, '/admin-dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('Network error');
  await page.unroute('**/api/admin/status');
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Everything is working')).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
});

const shown = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('> dd');
