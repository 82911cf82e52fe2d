import { globSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { expectAccessible } from '../support/accessible.ts';
import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { keepToasts, open, openUserMenu } from '../support/site.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test.describe('axe finds no problems', () => {
  // Each test runs axe more than a dozen times.
  test.slow();

  test('on the public pages', async ({ page }) => {
    for (const path of ['/', '/about', '/help', '/no-such-page']) {
      await open(page, path);
      await expectNoFindings(page);
    }
  });

  test('on the account pages, the error page and with the mobile menu open', async ({ page }) => {
    // /reset-password redirects after 3 s without a link; its own spec checks each state.
    for (const path of ['/login', '/signup', '/confirm']) {
      await open(page, path);
      await expectNoFindings(page);
    }

    await test.step('on the error page', async () => {
      await page.setViewportSize(DESKTOP);
      await page.route(/assets\/login-.*\.js/, (route) => route.abort());
      await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
      await expect(page.getByText('Something went wrong')).toBeVisible();
      await expectNoFindings(page);
    });

    await test.step('with the mobile menu open', async () => {
      await page.setViewportSize(PHONE);
      await open(page, '/signup');
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectNoFindings(page, [PHONE]);
    });
  });

  test('on the pages of a user', async ({ signedIn }) => {
    for (const path of ['/', '/profile']) {
      await open(signedIn, path);
      await expectNoFindings(signedIn);
    }
  });

  test('with a toast and with the debug console open', async ({ signedIn }) => {
    await keepToasts(signedIn);

    await test.step('with a toast', async () => {
      await signedIn.route(/assets\/user-menu-popup-.*\.js/, (route) => route.abort());
      await open(signedIn, '/about');
      await signedIn.getByRole('button', { name: 'User menu' }).click();
      await expect(signedIn.getByText('Not loaded')).toBeVisible();
      await expectNoFindings(signedIn);
      await signedIn.unroute(/assets\/user-menu-popup-.*\.js/);
    });

    await test.step('with the debug console open', async () => {
      await open(signedIn, '/about');
      const menu = await openUserMenu(signedIn);
      await menu.getByRole('menuitem', { name: 'Debug Console' }).click();
      await signedIn.evaluate(() => {
        console.warn('a warning');
        console.error('an error');
      });
      await expect(signedIn.getByText('an error')).toBeVisible();
      await expectNoFindings(signedIn);
    });
  });

  test('on the dashboard and with the user menu of an admin open', async ({ page, admin }) => {
    await signInWithoutScreens(page, admin);
    const mayRespond = Promise.withResolvers<void>();
    await page.route('**/api/admin/status', async (route) => {
      await mayRespond.promise;
      await route.abort();
    });

    await test.step('while the dashboard loads, when it fails and when it works', async () => {
      await open(page, '/admin-dashboard');
      await expectNoFindings(page);
      mayRespond.resolve();
      await expect(page.getByText('The status could not be loaded')).toBeVisible();
      await expectNoFindings(page);
      await page.unroute('**/api/admin/status');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Everything is working')).toBeVisible();
      await expectNoFindings(page);
    });

    await test.step('with the user menu open', async () => {
      await openUserMenu(page);
      await expectNoFindings(page);
    });
  });
});

test('html-validate finds no problems on the built pages', async () => {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const files = globSync('dist/*.html');
  expect(files.length).toBeGreaterThanOrEqual(10);
  const report = await validator.validateMultipleFiles(files);
  const findings = report.results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message, line }) => `${filePath}:${line} ${ruleId}: ${message}`),
  );
  expect(findings).toEqual([]);
});

async function expectNoFindings(page: Page, sizes = [DESKTOP, PHONE]) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}
