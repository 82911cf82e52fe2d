import type { Page } from '@playwright/test';
import { kind } from '#tests/e2e/items/first-kind.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { framesUntilGone } from '../support/frames.ts';
import { open } from '../support/site.ts';

const PHONE = { width: 390, height: 844 };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test.describe('The mobile menu', () => {
  test.use({ viewport: PHONE });

  test('is as high as its content and has the account', { tag: '@layout' }, async ({
    signedIn: page,
    person,
  }) => {
    await open(page, kind.path);
    await menuButton(page).click();
    await expect(menu(page)).toContainText(person.email);
    const { height, content } = await menu(page).evaluate((sheet) => ({
      height: sheet.clientHeight,
      content: sheet.lastElementChild?.getBoundingClientRect().bottom ?? 0,
    }));
    expect(height).toBeLessThan(PHONE.height * 0.75);
    const box = await menu(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0) - content).toBeLessThanOrEqual(16);
    await expectAccessible(page);

    await test.step('User Profile opens the profile', async () => {
      await menu(page).getByRole('link', { name: 'User Profile' }).click();
      await expect(page).toHaveURL('/profile');
      await expect(menu(page)).toBeHidden();
    });

    await test.step('Debug Console opens the console, and leaves the page usable', async () => {
      await menuButton(page).click();
      await menu(page).getByRole('button', { name: 'Debug Console' }).click();
      await expect(page.getByRole('dialog', { name: 'Debug Console' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('Sign Out signs out', async () => {
      await menuButton(page).click();
      await menu(page).getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL('/');
      await expect(heading(page)).toBeFocused();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    });
  });

  test('leads an admin to the dashboard', async ({ page, admin }) => {
    await signInWithoutScreens(page, admin);
    await open(page, '/about');
    await menuButton(page).click();
    await menu(page).getByRole('link', { name: 'Admin Dashboard' }).click();
    await expect(page).toHaveURL('/admin-dashboard');
  });

  test('leaves with motion, and at once for users who want none', async ({ page, browserName }) => {
    test.skip(browserName === 'firefox', 'Firefox ESR hides a closed dialog at once');
    await open(page, '/about');
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      await menuButton(page).click();
      await expect(menu(page)).toBeVisible();
      const frames = await framesUntilGone(menu(page), 'Close');
      // The browser removes a closed <dialog> a few frames later anyway.
      if (reducedMotion === 'reduce') expect(frames).toBeLessThanOrEqual(4);
      else expect(frames).toBeGreaterThan(1);
    }
  });
});

test('On the sign-in screen only "Sign In" is marked as the current page', async ({ page }) => {
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    await open(page, '/login');
    await expect(page.locator('[aria-current]:visible')).toHaveText(['Sign In']);
  }
});

test('The user menu installs the app while the browser offers it', async ({ signedIn: page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'User menu' }).click();
  const item = page.getByRole('menuitem', { name: 'Install app' });
  await expect(page.getByRole('menuitem', { name: 'User Profile' })).toBeVisible();
  await expect(item).toHaveCount(0);
  await page.evaluate(() => {
    const prompt = () => {
      document.title = 'Installing';
    };
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });
  await item.click();
  await expect(page).toHaveTitle('Installing');
});
