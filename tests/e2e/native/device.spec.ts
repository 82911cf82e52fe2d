import { offlineMark } from '#tests/e2e/support/site.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { expect, PHONE, signInWithoutScreens, test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use({ ...PHONE, colorScheme: 'dark' });

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('Startup styles the system bars and the keyboard, then hides the splash screen', async ({
      page,
      native,
    }) => {
      native.handlers['Network.getStatus'] = () => ({ connected: false, connectionType: 'none' });
      const devtools = await page.context().newCDPSession(page);
      const insets = { top: 40, bottom: 24 };
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
      await expect(page.locator('#initializing')).toHaveCount(0);
      expect(native.optionsOf('StatusBar.setBackgroundColor')).toEqual([{ color: '#f7fafc' }]);
      // Capacitor's "LIGHT" means dark content on a light bar.
      expect(native.optionsOf('StatusBar.setStyle')).toEqual([{ style: 'LIGHT' }]);
      expect(native.optionsOf('SystemBars.setStyle')).toEqual([{ style: 'LIGHT' }]);
      expect(native.optionsOf('NavigationBar.setNavigationBarColor')).toEqual(
        platform === 'android' ? [{ color: '#FFFFFF', darkButtons: true }] : [],
      );
      expect(native.optionsOf('Keyboard.setStyle')).toEqual(
        platform === 'ios' ? [{ style: 'LIGHT' }] : [],
      );
      expect(native.optionsOf('Keyboard.setResizeMode')).toEqual(
        platform === 'ios' ? [{ mode: 'native' }] : [],
      );
      // The app is light, although this device prefers dark.
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 250, 252)');

      await test.step('the areas behind the system bars have the colours of the bars', async () => {
        const bars = await page.evaluate(() =>
          ['::before', '::after'].map((pseudo) => {
            const { position, height, backgroundColor } = getComputedStyle(document.body, pseudo);
            return position === 'fixed' ? { height, backgroundColor } : undefined;
          }),
        );
        expect(bars).toEqual([
          { height: '40px', backgroundColor: 'rgb(247, 250, 252)' },
          platform === 'android'
            ? { height: '24px', backgroundColor: 'rgb(255, 255, 255)' }
            : undefined,
        ]);
        const logo = page.getByRole('banner').getByRole('link').first();
        expect((await logo.boundingBox())?.y).toBeGreaterThanOrEqual(insets.top);
        const home = page.getByRole('navigation', { name: 'Bottom' }).getByRole('link').first();
        const box = await home.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - insets.bottom);
      });

      await test.step('the offline mark follows the network state of the device', async () => {
        const notice = offlineMark(page);
        await expect(notice).toBeVisible();
        await native.emit('Network.networkStatusChange', { connected: true });
        await expect(notice).toBeHidden();
      });
    });

    test('The app starts even if device calls fail, and after 2 s if one never returns', async ({
      page,
      native,
    }) => {
      const fail = () => {
        throw new Error('not today');
      };
      for (const call of ['StatusBar.setStyle', 'App.getLaunchUrl', 'Network.getStatus'])
        native.handlers[call] = fail;
      await page.clock.install();
      await native.open();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);

      native.handlers['App.getLaunchUrl'] = () => new Promise(() => {});
      const late = page.waitForEvent('console', (message) => message.text().includes('"device"'));
      await page.clock.pauseAt(Date.now() + 60_000);
      await native.open();
      await expect.poll(() => native.optionsOf('App.getLaunchUrl').length).toBe(2);
      await page.clock.runFor(1999);
      expect(native.optionsOf('SplashScreen.hide')).toHaveLength(1);
      await page.clock.runFor(1);
      expect((await late).text()).toBe('Start: "device" took longer than 2000 ms');
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(2);
    });

    test('The keyboard hides the bottom navigation, and the focused field remains visible', {
      tag: '@layout',
    }, async ({ page, native }) => {
      await native.open('/signup');
      const bottom = page.getByRole('navigation', { name: 'Bottom' });
      await expect(bottom).toBeVisible();
      await page.getByLabel('Confirm password').focus();

      await expect
        .poll(() => native.emit('Keyboard.keyboardWillShow', { keyboardHeight: 500 }))
        .toBe(1);
      await expect(bottom).toBeHidden();
      // Both platforms shrink the page to the space above the keyboard.
      await page.setViewportSize({ width: 390, height: 344 });
      await page.evaluate(() => scrollTo(0, 0));
      await native.emit('Keyboard.keyboardDidShow', { keyboardHeight: 500 });
      await expect(page.getByLabel('Confirm password')).toBeInViewport({ ratio: 1 });

      await native.emit('Keyboard.keyboardWillHide');
      await expect(bottom).toBeVisible();
    });
  });
}

test('The native app does not offer to install the web app', async ({ page, native }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }),
  );
  await native.open();
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByText('Install app')).toHaveCount(0);
});

test('Before Android 8, the navigation bar keeps its colour because its buttons cannot be dark', async ({
  page,
  native,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 7.1.2)' }),
  );
  await native.open();
  await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
  expect(native.optionsOf('NavigationBar.setNavigationBarColor')).toEqual([]);
  expect(native.optionsOf('StatusBar.setStyle')).toHaveLength(1);
});

test('The back button closes open layers, then navigates back, then minimises the app', async ({
  page,
  native,
  person,
}) => {
  await signInWithoutScreens(page, person);
  const back = (canGoBack = true) => native.emit('App.backButton', { canGoBack });
  await native.open();
  await page
    .getByRole('navigation', { name: 'Bottom' })
    .getByRole('link', { name: 'About' })
    .click();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/about`);

  await test.step('closes the user menu', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await back();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  await test.step('closes the mobile menu', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await back();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  });

  await test.step('closes the debug console', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Debug Console' }).click();
    await expect(page.getByRole('dialog', { name: 'Debug Console' })).toBeVisible();
    await back();
    await expect(page.getByRole('dialog', { name: 'Debug Console' })).toBeHidden();
  });

  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/about`);
  await back();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
  expect(native.optionsOf('App.minimizeApp')).toHaveLength(0);
  await back();
  await expect.poll(() => native.optionsOf('App.minimizeApp').length).toBe(1);

  // From a screen opened by a link, back leads to the home page.
  await native.open('/about');
  await expect.poll(() => back(false)).toBeGreaterThan(0);
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
});
