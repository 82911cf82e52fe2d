import type { Page } from '@playwright/test';
import { COPIED_DURATION_MS } from '#client/constants.ts';
import { expect, test } from '../support/fixtures.ts';
import { open, openUserMenu } from '../support/site.ts';

test('The debug console shows, filters, copies and clears console messages', async ({
  signedIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn.clock.install();
  await open(signedIn, '/about');
  const { panel, lines } = await openConsole(signedIn);

  await test.step('with level and time', async () => {
    await expect(lines.filter({ hasText: 'Started in a browser' })).toContainText('info');
    await signedIn.evaluate(() => {
      console.warn('low on paper', { sheets: 3 });
      console.error(new Error('out of ink'));
      console.log('copy me');
      setTimeout(() => {
        throw new Error('nobody caught this');
      });
    });
    await expect(lines.filter({ hasText: 'low on paper {"sheets":3}' })).toHaveText(
      /^\d\d:\d\d:\d\d\.\d{3}warnlow on paper/,
    );
    await expect(lines.filter({ hasText: 'out of ink' })).toContainText('error');
    await expect(lines.filter({ hasText: 'nobody caught this' })).toContainText('error');
  });

  await test.step('filters by level and text', async () => {
    await panel.getByLabel('Level').selectOption('warn');
    await expect(lines).toHaveText([/low on paper/]);
    await panel.getByLabel('Level').selectOption('all');
    await panel.getByLabel('Filter').fill('no such thing');
    await expect(panel.getByText('Nothing here yet.')).toBeVisible();
    await panel.getByLabel('Filter').fill('COPY me');
    await expect(lines).toHaveText([/copy me/]);
  });

  await test.step('copies the visible messages, which is announced politely and can be repeated', async () => {
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect(panel.getByRole('status')).toHaveText('Copied');
    const copied = await signedIn.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^\d\d:\d\d:\d\d\.\d{3} log copy me$/);
    await signedIn.clock.runFor(COPIED_DURATION_MS);
    await expect(panel.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await expect(panel.getByRole('status')).toHaveText('');
  });

  await panel.getByLabel('Filter').fill('');
  await panel.getByRole('button', { name: 'Clear' }).click();
  await expect(lines).toHaveCount(0);
});

test('The debug console receives and returns the focus, and "Expire token" ends the session', {
  tag: '@smoke',
}, async ({ signedIn }) => {
  await open(signedIn, '/about');
  const { panel } = await openConsole(signedIn);
  await expect(panel).toBeFocused();
  await signedIn.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(signedIn.getByRole('button', { name: 'User menu' })).toBeFocused();
  await openConsole(signedIn);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);

  await openConsole(signedIn);
  await panel.getByRole('button', { name: 'Expire token' }).click();
  await signedIn.goto('/profile');
  await expect(signedIn).toHaveURL('/login');
  await expect(signedIn.getByText('Session expired')).toBeVisible();
  expect(await signedIn.evaluate(() => localStorage.getItem('app_token'))).toBeNull();
});

async function openConsole(page: Page) {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Debug Console' }).click();
  const panel = page.getByRole('dialog', { name: 'Debug Console' });
  await expect(panel).toBeVisible();
  return { panel, lines: panel.getByRole('log').getByRole('listitem') };
}
