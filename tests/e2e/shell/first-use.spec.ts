import type { Page } from '@playwright/test';
import { app } from '#app';
import { isMounted } from '#tests/support/screen-cost.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  collectConsoleErrors,
  holdCode,
  horizontalOverflow,
  open,
  REACT,
} from '../support/site.ts';

const PHONE = { width: 390, height: 844 };

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** Stores a session. Runs in the page. */
function storeSession() {
  const user = { id: '1', email: 'ada@example.com', first_name: 'Ada', last_name: 'B' };
  localStorage.setItem('app_user', JSON.stringify({ ...user, user_type: 'user' }));
  localStorage.setItem('app_token', 'token');
}

test('A static page loads the app when the pointer moves, the page is scrolled, a key is pressed or a screen reader clicks', async ({
  page,
}) => {
  const errors = collectConsoleErrors(page);
  const uses = [
    async () => {
      // The first event only reports where the pointer is.
      await page.mouse.move(100, 100);
      await page.mouse.move(110, 110);
    },
    () => page.mouse.wheel(0, 100),
    () => page.keyboard.press('Tab'),
    () => page.locator('h1').dispatchEvent('click'),
    () => page.evaluate(() => document.dispatchEvent(new MouseEvent('click'))),
  ];
  for (const path of ['/', '/about', '/help', '/no-such-page'])
    for (const use of uses) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await page.evaluate(isMounted), path).toBe(false);
      await use();
      await page.waitForFunction(isMounted);
    }
  expect(errors).toEqual([]);
});

test('A static page without a network or with a stored session loads the app by itself', async ({
  page,
  context,
}) => {
  await test.step('when the network is lost', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const loading = page.waitForRequest(REACT);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await loading;
  });

  await test.step('when another tab has signed in', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const other = await context.newPage();
    await other.goto('/robots.txt');
    await other.evaluate(storeSession);
    await expect(page.getByText('Welcome back, Ada')).toBeVisible();
    await other.evaluate(() => localStorage.clear());
  });

  await test.step('when it is shown again after a sign-in on another page', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    // A page in the back/forward cache receives no storage events, and a page's own changes send it none either.
    await page.evaluate(storeSession);
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect(page.getByText('Welcome back, Ada')).toBeVisible();
  });

  await test.step('when a session is stored', async () => {
    await page.goto('/about');
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  });
});

test("The browser's install offer does not load the app, and is shown once somebody uses the page", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
  await page.waitForLoadState('networkidle');
  expect(requested.filter((url) => REACT.test(url))).toEqual([]);
  await page.mouse.wheel(0, 100);
  await expect(
    page.getByRole('contentinfo').getByRole('button', { name: 'Install app' }),
  ).toBeVisible();
});

test('A press before the app is loaded is shown at once and takes effect after loading, whether from a pointer, a key or a script', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const presses = [
    async () => {
      await menuButton(page).click();
      await menuButton(page).click();
    },
    async () => {
      // The skip link, the logo, two buttons, the menu.
      for (let step = 0; step < 5; step++) await page.keyboard.press('Tab');
      await expect(menuButton(page)).toBeFocused();
      await page.keyboard.press('Enter');
    },
    () => menuButton(page).evaluate((button: HTMLElement) => button.click()),
  ];
  for (const press of presses) {
    const release = await holdCode(page);
    await page.goto('/');
    await press();
    await expect(menuButton(page)).toHaveAttribute('data-held');
    await expect(menuButton(page)).toHaveCSS('cursor', 'progress');
    await expect(menu(page)).toBeHidden();
    release();
    await expect(menu(page)).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(menuButton(page)).not.toHaveAttribute('data-held');
    await page.unroute(REACT);
  }
});

test('A link pressed before the app is loaded opens its screen once', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/');
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`About ${app.name}`);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
});

test('A press before the app is loaded is forgotten when the visitor leaves the page', async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto('/');
  const attributes = await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('header a[href="/about"]');
    link?.click();
    const before = link?.hasAttribute('data-held');
    // As when the browser puts the page into the back/forward cache.
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    return [before, link?.hasAttribute('data-held')];
  });
  expect(attributes).toEqual([true, false]);
  release();
  await page.waitForFunction(isMounted);
  await expect(page).toHaveURL('/');
});

test('The skip link moves the focus to the content even while the screen is still loading', async ({
  page,
}) => {
  const screen = /assets\/about-.*\.js/;
  const release = await holdCode(page, screen);
  await page.goto('/about');
  await page.keyboard.press('Tab');
  // The app handles dropped files just before it loads the code of the screen.
  await page.waitForFunction(() => {
    const init = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() };
    return !document.body.dispatchEvent(new DragEvent('dragover', init));
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  release();
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).length > 0);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.getByRole('main')).toBeFocused();
});

test('A link works even if the app does not load', async ({ page }) => {
  await holdCode(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`About ${app.name}`);
});

test('If the app could not be loaded, the page says so, and pressing a button reloads it', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  for (const path of ['/', '/login', '/profile']) {
    await page.route(REACT, (route) => route.abort());
    await page.goto(path);
    await page.keyboard.press('Tab');
    const notice = page.getByRole('status').filter({ hasText: 'could not be loaded completely' });
    await expect(notice).toBeVisible();
    for (const button of [notice.getByRole('button', { name: 'Try again' }), menuButton(page)]) {
      const reloaded = page.waitForEvent('load');
      await button.click();
      await reloaded;
      await page.keyboard.press('Tab');
      await expect(notice).toBeVisible();
    }
    await page.unroute(REACT);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeHidden();
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();
  }
});

test('Nothing on a static page makes scrolling wait for a script', async ({ page }) => {
  await page.addInitScript(() => {
    const blocking: string[] = [];
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const isPassive = typeof options === 'object' && options.passive === true;
      // Ignores the test runner's listeners.
      const isOfSite = new Error().stack?.includes('/assets/');
      if (['touchstart', 'touchmove', 'wheel'].includes(type) && isOfSite && !isPassive)
        blocking.push(type);
      add.call(this, type, listener, options);
    };
    Object.assign(window, { blocking });
  });
  await open(page, '/');
  expect(await page.evaluate(() => Reflect.get(window, 'blocking'))).toEqual([]);
});
