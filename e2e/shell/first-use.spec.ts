import type { Page } from '@playwright/test';
import { isMounted } from '#tooling/screen-cost.ts';
import { fillSignIn } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { horizontalOverflow } from '../support/site.ts';

const PHONE = { width: 390, height: 844 };
const REACT = /assets\/vendor-.*\.js/;

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** Holds the code of React back until the test calls the returned function. */
async function holdReact(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(REACT, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('A static page loads the app when the pointer moves, a key is pressed or a screen reader clicks', async ({
  page,
}) => {
  const uses = [
    async () => {
      // The first event tells only where the pointer is.
      await page.mouse.move(100, 100);
      await page.mouse.move(110, 110);
    },
    () => page.keyboard.press('Tab'),
    () => page.locator('h1').dispatchEvent('click'),
  ];
  for (const path of ['/', '/about', '/help', '/no-such-page'])
    for (const use of uses) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await page.evaluate(isMounted), path).toBe(false);
      await use();
      await page.waitForFunction(isMounted);
    }
});

test('A static page without a network, with a stored session or with an offer to install loads the app by itself', async ({
  page,
  context,
}) => {
  await test.step('when the network is lost', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const loading = page.waitForRequest(REACT);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await loading;
  });

  await test.step('when the browser offers to install', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
    await expect(
      page.getByRole('contentinfo').getByRole('button', { name: 'Install app' }),
    ).toBeVisible();
  });

  await test.step('when another tab has signed in', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const other = await context.newPage();
    await other.goto('/robots.txt');
    const user = { id: '1', email: 'ada@example.com', first_name: 'Ada', last_name: 'B' };
    await other.evaluate((stored) => {
      localStorage.setItem('app_user', JSON.stringify({ ...stored, user_type: 'user' }));
      localStorage.setItem('app_token', 'token');
    }, user);
    await expect(page.getByText('Welcome back, Ada')).toBeVisible();
  });

  await test.step('when a session is stored', async () => {
    await page.goto('/about');
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  });
});

test('A click before the app is loaded takes effect once it is', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const release = await holdReact(page);
  await page.goto('/');
  await menuButton(page).click();
  await expect(menu(page)).toBeHidden();
  release();
  await expect(menu(page)).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
});

test('A link works although the app does not load', async ({ page }) => {
  await holdReact(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Trifold');
});

test('If the app could not be loaded, a click on a button loads the page again', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.route(REACT, (route) => route.abort());
  await page.goto('/');
  const reloaded = page.waitForEvent('load');
  await menuButton(page).click();
  await reloaded;
  await page.unroute(REACT);
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
});

test('The forms to sign in and to sign up are part of the page, and keep what is typed before the app is loaded', async ({
  page,
  person,
}) => {
  const release = await holdReact(page);
  await page.goto('/signup');
  await page.getByLabel('First name').fill('Ada');
  await page.goto('/login');
  await fillSignIn(page, person.user.email, person.password);
  await page.getByLabel('Remember me').click();
  await expect(page.getByLabel('Remember me')).not.toBeChecked();
  await page.keyboard.press('Tab');
  release();
  await expect(page.getByLabel('Remember me')).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue(person.user.email);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome back, Ada')).toBeVisible();
});

test('Without script a form never puts a password into the address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/login');
  await fillSignIn(page, 'ada@example.com', 'secret');
  await page.getByLabel('Password').press('Enter');
  await page.waitForLoadState();
  expect(page.url()).not.toContain('secret');
  await context.close();
});
