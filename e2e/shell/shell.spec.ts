import { expect, signInWithoutScreens, test } from '../support/fixtures.ts';
import { expectToast, open, openUserMenu } from '../support/site.ts';

const PHONE = { width: 390, height: 844 };

test.describe('Header', () => {
  test('has Home, About, Contact, Sign In and Sign Up for a visitor', async ({ page }) => {
    await open(page, '/about');
    const header = page.getByRole('banner');
    for (const [name, path] of [
      ['Home', '/'],
      ['About', '/about'],
      ['Contact', '/help'],
      ['Sign In', '/login'],
      ['Sign Up', '/signup'],
    ] as const) {
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
    }
    await expect(header.getByRole('link', { name: 'Trifold' })).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: 'About' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('button', { name: 'User menu' })).toHaveCount(0);
  });

  test('prefetches the code of a screen when the pointer is over its link', async ({ page }) => {
    await open(page, '/help');
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => url.includes('about-'))).toEqual([]);
    const code = page.waitForRequest(/assets\/about-.*\.js/);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).hover();
    await code;
    await expect(page).toHaveURL('/help');
  });
});

for (const width of [320, 360, 390]) {
  test(`The header shows Sign In and Sign Up on one line without overlap at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await open(page, '/about');
    const header = page.getByRole('banner');
    const parts = [
      header.getByRole('link', { name: 'Trifold' }),
      header.getByRole('link', { name: 'Sign In' }),
      header.getByRole('link', { name: 'Sign Up' }),
      header.getByRole('button', { name: 'Menu', exact: true }),
    ];
    let right = 0;
    for (const part of parts) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const box = await part.boundingBox();
      expect(box?.x, await part.innerText()).toBeGreaterThanOrEqual(right);
      expect(box?.height, 'one line high').toBe(44);
      right = (box?.x ?? 0) + (box?.width ?? 0);
    }
    expect((await header.boundingBox())?.height).toBeLessThan(70);
  });
}

test.describe('User menu', () => {
  test('shows a user their email address, profile, debug console and sign-out', async ({
    signedIn,
    person,
  }) => {
    await open(signedIn, '/');
    await expect(signedIn.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
    const menu = await openUserMenu(signedIn);
    await expect(menu).toContainText(person.email);
    await expect(menu.getByRole('menuitem')).toHaveText([
      'User Profile',
      'Debug Console',
      'Sign Out',
    ]);
    await menu.getByRole('menuitem', { name: 'User Profile' }).click();
    await expect(signedIn).toHaveURL('/profile');
  });

  test('shows an admin the dashboard too', async ({ page, admin }) => {
    await signInWithoutScreens(page, admin);
    await open(page, '/');
    const menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
    await expect(page).toHaveURL('/admin-dashboard');
  });

  test('works with the keyboard and returns the focus', async ({ signedIn }) => {
    await open(signedIn, '/about');
    const button = signedIn.getByRole('button', { name: 'User menu' });
    await button.focus();
    await signedIn.keyboard.press('Enter');
    await expect(signedIn.getByRole('menu')).toBeVisible();
    await signedIn.keyboard.press('ArrowDown');
    await expect(signedIn.getByRole('menuitem', { name: 'User Profile' })).toBeFocused();
    await signedIn.keyboard.press('Escape');
    await expect(signedIn.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test('leaves the focus on a screen that opens before the menu has closed', async ({
    signedIn,
  }) => {
    // Loads the code of the profile, so that it opens immediately later.
    await open(signedIn, '/profile');
    await signedIn.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(signedIn).toHaveTitle('About · Trifold');
    const menu = await openUserMenu(signedIn);
    await menu.getByRole('menuitem', { name: 'User Profile' }).click();
    await expect(menu).toHaveCount(0);
    await expect(signedIn.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('signs out with a toast, opens the home page and ends the session on the server', async ({
    signedIn,
    person,
    request,
  }) => {
    await open(signedIn, '/profile');
    const menu = await openUserMenu(signedIn);
    const ended = signedIn.waitForResponse('**/api/auth/logout');
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expectToast(signedIn, 'Logged out');
    await expect(signedIn).toHaveURL('/');
    await ended;
    const headers = { Authorization: `Bearer ${person.token}` };
    expect((await request.get('/api/auth/me', { headers })).status()).toBe(401);
    expect(await signedIn.evaluate(() => localStorage.getItem('app_token'))).toBeNull();
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: PHONE });

  for (const place of ['Menu', 'Bottom']) {
    test(`the ${place} navigation has Home, About and Contact`, async ({ page }) => {
      await open(page, '/help');
      if (place === 'Menu') await page.getByRole('button', { name: 'Menu', exact: true }).click();
      const links = page.getByRole('navigation', { name: place }).getByRole('link');
      for (const name of ['Home', 'About', 'Contact'])
        await expect(links.filter({ hasText: name })).toBeVisible();
      await links.filter({ hasText: 'About' }).click();
      await expect(page).toHaveURL('/about');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }

  test('the menu traps the focus, closes with Escape and returns the focus', async ({ page }) => {
    await open(page, '/about');
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['Sign Up', 'Sign In']) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('every touch target is at least 44 px high and wide', async ({ signedIn }) => {
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

test.describe('Navigation', () => {
  test('starts with a skip link that leads to the content', async ({ page }) => {
    await open(page, '/about');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('moves the focus to the heading, updates the title and scrolls to the top', async ({
    page,
  }) => {
    await open(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle('About · Trifold');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
