import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { open, openUserMenu } from '../support/site.ts';

test('The debug console shows console messages with level and time', async ({ signedIn }) => {
  const lines = await openConsole(signedIn);
  await expect(lines.filter({ hasText: 'Started in a browser' })).toContainText('info');
  await signedIn.evaluate(() => {
    console.warn('low on paper', { sheets: 3 });
    console.error(new Error('out of ink'));
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

test('The debug console filters by level and text', async ({ signedIn }) => {
  const lines = await openConsole(signedIn);
  await signedIn.evaluate(() => {
    console.warn('first thing');
    console.log('second thing');
  });
  await signedIn.getByLabel('Level').selectOption('warn');
  await expect(lines).toHaveText([/first thing/]);
  await signedIn.getByLabel('Level').selectOption('all');
  await signedIn.getByLabel('Filter').fill('SECOND');
  await expect(lines).toHaveText([/second thing/]);
  await signedIn.getByLabel('Filter').fill('no such thing');
  await expect(signedIn.getByText('Nothing here yet.')).toBeVisible();
});

test('The debug console copies and clears the visible messages', async ({ signedIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = await openConsole(signedIn);
  await signedIn.evaluate(() => console.log('copy me'));
  await signedIn.getByLabel('Filter').fill('copy me');
  await signedIn.getByRole('button', { name: 'Copy' }).click();
  await expect(signedIn.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await signedIn.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d\d:\d\d:\d\d\.\d{3} log copy me$/);
  await signedIn.getByLabel('Filter').fill('');
  await signedIn.getByRole('button', { name: 'Clear' }).click();
  await expect(lines).toHaveCount(0);
});

test('Copying is announced politely and can be repeated', async ({ signedIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openConsole(signedIn);
  const panel = signedIn.getByRole('dialog', { name: 'Debug Console' });
  await panel.getByRole('button', { name: 'Copy' }).click();
  await expect(panel.getByRole('status')).toHaveText('Copied');
  await expect(panel.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(panel.getByRole('status')).toHaveText('');
});

test('"Expire token" ends the session at the next request', async ({ signedIn }) => {
  await openConsole(signedIn);
  await signedIn.getByRole('button', { name: 'Expire token' }).click();
  await signedIn.goto('/profile');
  await expect(signedIn).toHaveURL('/login');
  await expect(signedIn.getByText('Session expired')).toBeVisible();
  expect(await signedIn.evaluate(() => localStorage.getItem('app_token'))).toBeNull();
});

test('The debug console receives the focus, and Escape closes it and returns the focus', async ({
  signedIn,
}) => {
  await openConsole(signedIn);
  const panel = signedIn.getByRole('dialog', { name: 'Debug Console' });
  await expect(panel).toBeFocused();
  await signedIn.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(signedIn.getByRole('button', { name: 'User menu' })).toBeFocused();
});

test('The Close button closes the debug console', async ({ signedIn }) => {
  await openConsole(signedIn);
  const panel = signedIn.getByRole('dialog', { name: 'Debug Console' });
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});

async function openConsole(page: Page) {
  await open(page, '/about');
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Debug Console' }).click();
  const panel = page.getByRole('dialog', { name: 'Debug Console' });
  await expect(panel).toBeVisible();
  return panel.getByRole('log').getByRole('listitem');
}
