import { app } from '#app';
import { LEAVING_MS } from '#client/constants.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectToast, open, openUserMenu } from '../support/site.ts';

const PHONE = { width: 390, height: 844 };
const LANDSCAPE_PHONE = { width: 844, height: 390 };

test.describe('The header', () => {
  test('has a skip link, Home, About, Contact, Sign In and Sign Up for a visitor', {
    tag: '@smoke',
  }, async ({ page }) => {
    await open(page, '/about');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    const header = page.getByRole('banner');
    for (const [name, path] of [
      ['Home', '/'],
      ['About', '/about'],
      ['Contact', '/help'],
      ['Sign In', '/login'],
      ['Sign Up', '/signup'],
    ] as const)
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    await expect(header.getByRole('link', { name: app.name })).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: 'About' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('button', { name: 'User menu' })).toHaveCount(0);
  });

  test('shows Sign In and Sign Up on one line without overlap on every phone', {
    tag: '@layout',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/about');
    const header = page.getByRole('banner');
    const parts = [
      header.getByRole('link', { name: app.name }),
      header.getByRole('link', { name: 'Sign In' }),
      header.getByRole('link', { name: 'Sign Up' }),
      header.getByRole('button', { name: 'Menu', exact: true }),
    ];
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 });
      let right = 0;
      for (const part of parts) {
        await expect(part).toBeInViewport({ ratio: 1 });
        const box = await part.boundingBox();
        expect(box?.x, `${await part.innerText()}, ${width} px`).toBeGreaterThanOrEqual(right);
        expect(box?.height, 'one line high').toBe(44);
        right = (box?.x ?? 0) + (box?.width ?? 0);
      }
      expect((await header.boundingBox())?.height).toBeLessThan(70);
    }
  });
});

test("Links prefetch their screen's code; opening a screen moves the focus, sets the title and scrolls to the top", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await open(page, '/');
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => url.includes('about-'))).toEqual([]);
  const code = page.waitForRequest(/assets\/about-.*\.js/);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
  await code;
  await expect(page).toHaveURL('/');

  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(`About · ${app.name}`);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe('The user menu', () => {
  test('shows the email address and its entries, and works with the keyboard', async ({
    signedIn,
    person,
  }) => {
    // Loads the code of the profile, so that it opens immediately later.
    await open(signedIn, '/profile');
    await expect(signedIn.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    await signedIn.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(signedIn).toHaveTitle(`About · ${app.name}`);

    const button = signedIn.getByRole('button', { name: 'User menu' });
    await button.focus();
    await signedIn.keyboard.press('Enter');
    await expect(signedIn.getByRole('menu')).toBeVisible();
    await signedIn.keyboard.press('ArrowDown');
    await expect(signedIn.getByRole('menuitem', { name: 'User Profile' })).toBeFocused();
    await signedIn.keyboard.press('Escape');
    await expect(signedIn.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();

    const menu = await openUserMenu(signedIn);
    await expect(menu).toContainText(person.email);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'User Profile',
      'Debug Console',
      'Sign Out',
    ]);
    // The screen opens before the menu has closed, and keeps the focus.
    await menu.getByRole('menuitem', { name: 'User Profile' }).click();
    await expect(signedIn).toHaveURL('/profile');
    await expect(menu).toHaveCount(0);
    await expect(signedIn.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('signs out to the home page, which focuses its heading and shows a toast that can be dismissed', {
    tag: '@smoke',
  }, async ({ signedIn }) => {
    await signedIn.clock.install();
    await open(signedIn, '/');
    const menu = await openUserMenu(signedIn);
    await signedIn.clock.pauseAt(Date.now() + 60_000);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).focus();
    await signedIn.keyboard.press('Enter');
    await expectToast(signedIn, 'Logged out');
    await expect(menu).toHaveCount(0);
    await expect(signedIn.getByRole('heading', { level: 1 })).toBeFocused();
    await signedIn.getByRole('button', { name: 'Dismiss' }).click();
    await signedIn.clock.runFor(LEAVING_MS);
    await expect(signedIn.getByText('Logged out', { exact: true })).toHaveCount(0);
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  test('the menu and the bottom navigation have Home, About and Contact', {
    tag: '@smoke',
  }, async ({ page }) => {
    await open(page, '/help');
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('dialog', { name: 'Menu' });

    await test.step('the menu has the focus, closes with Escape and returns the focus', async () => {
      await button.click();
      for (const name of ['Sign Up', 'Sign In'])
        await expect(menu.getByRole('link', { name })).toBeVisible();
      await expect(menu.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();
    });

    for (const [place, name, path] of [
      ['Menu', 'About', '/about'],
      ['Bottom', 'Contact', '/help'],
    ] as const)
      await test.step(`${place} navigation`, async () => {
        if (place === 'Menu') await button.click();
        const links = page.getByRole('navigation', { name: place }).getByRole('link');
        for (const name of ['Home', 'About', 'Contact'])
          await expect(links.filter({ hasText: name })).toBeVisible();
        await links.filter({ hasText: name }).click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });

    await test.step('the menu closes when the rotated phone has space for the whole header', async () => {
      await button.click();
      await expect(menu).toBeVisible();
      await page.setViewportSize(LANDSCAPE_PHONE);
      await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
      await expect(page).toHaveURL('/about');
      await page.setViewportSize(PHONE);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });

  test('every touch target is at least 44 px high and wide', { tag: '@layout' }, async ({
    signedIn,
  }) => {
    await open(signedIn, '/');
    for (const landmark of ['banner', 'navigation'] as const) {
      for (const target of await signedIn
        .getByRole(landmark)
        .locator('a:visible, button:visible')
        .all()) {
        const box = await target.boundingBox();
        expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(44);
        expect(box?.width, await target.innerText()).toBeGreaterThanOrEqual(44);
      }
    }
  });
});
