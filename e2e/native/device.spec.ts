import { expect, PHONE, signInWithoutScreens, test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use({ ...PHONE, colorScheme: 'dark' });

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('the start dresses bars and keyboard, then lifts the splash', async ({ page, native }) => {
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
      expect(native.optionsOf('StatusBar.setBackgroundColor')).toEqual([{ color: '#f7fafc' }]);
      // In Capacitor's words: dark content for a light bar.
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
      // Light, although this device asks for dark.
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 250, 252)');
      await expect(page.locator('#initializing')).toHaveCount(0);
    });

    test('a device that refuses everything does not keep the app from starting', async ({
      page,
      native,
    }) => {
      const refuse = () => {
        throw new Error('not today');
      };
      for (const call of ['StatusBar.setStyle', 'App.getLaunchUrl', 'Network.getStatus'])
        native.answers[call] = refuse;
      await native.open();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
    });

    test('a device that never answers holds the start for two seconds, no longer', async ({
      page,
      native,
    }) => {
      native.answers['App.getLaunchUrl'] = () => new Promise(() => {});
      const started = Date.now();
      const late = page.waitForEvent('console', (message) => message.text().includes('"device"'));
      await native.open();
      expect((await late).text()).toBe('Start: "device" took longer than 2000 ms');
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
      expect(Date.now() - started).toBeGreaterThan(2000);
    });

    test('the strips behind the bars have the bars’ colours, above everything', async ({
      page,
      native,
    }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setSafeAreaInsetsOverride', {
        insets: { top: 40, bottom: 24 },
      });
      await native.open();
      const strips = await page.evaluate(() =>
        ['::before', '::after'].map((strip) => {
          const { position, height, backgroundColor } = getComputedStyle(document.body, strip);
          return position === 'fixed' ? { height, backgroundColor } : undefined;
        }),
      );
      expect(strips).toEqual([
        { height: '40px', backgroundColor: 'rgb(247, 250, 252)' },
        platform === 'android'
          ? { height: '24px', backgroundColor: 'rgb(255, 255, 255)' }
          : undefined,
      ]);
      const logo = page.getByRole('banner').getByRole('link').first();
      expect((await logo.boundingBox())?.y).toBeGreaterThanOrEqual(40);
      const home = page.getByRole('navigation', { name: 'Bottom' }).getByRole('link').first();
      const box = await home.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844 - 24);
    });

    test('the keyboard hides the bottom navigation, and the field stays in sight', async ({
      page,
      native,
    }) => {
      await native.open('/signup');
      const bottom = page.getByRole('navigation', { name: 'Bottom' });
      await expect(bottom).toBeVisible();
      await page.getByLabel('Confirm password').focus();

      await expect
        .poll(() => native.emit('Keyboard.keyboardWillShow', { keyboardHeight: 500 }))
        .toBe(1);
      await expect(bottom).toBeHidden();
      // As both platforms do it: the page ends where the keyboard begins.
      await page.setViewportSize({ width: 390, height: 344 });
      await page.evaluate(() => scrollTo(0, 0));
      await native.emit('Keyboard.keyboardDidShow', { keyboardHeight: 500 });
      await expect(page.getByLabel('Confirm password')).toBeInViewport({ ratio: 1 });

      await native.emit('Keyboard.keyboardWillHide');
      await expect(bottom).toBeVisible();
    });

    test('what the phone knows about its network is what the app says', async ({
      page,
      native,
    }) => {
      native.answers['Network.getStatus'] = () => ({ connected: false, connectionType: 'none' });
      await native.open();
      const notice = page.getByText('You are offline.');
      await expect(notice).toBeVisible();
      await native.emit('Network.networkStatusChange', { connected: true });
      await expect(notice).toBeHidden();
    });

    test('nobody is asked to install what is installed', async ({ page, native }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' }),
      );
      await native.open();
      await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')));
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByText('Install app')).toHaveCount(0);
    });
  });
}

test('before Android 8 the navigation bar stays as it is: its buttons cannot be dark', async ({
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

test('the back button closes what is open, then goes back, then leaves the app', async ({
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
  await expect.poll(() => new URL(page.url()).pathname).toBe('/about');

  await test.step('a menu', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await back();
    await expect(page.getByRole('menu')).toBeHidden();
  });

  await test.step('the mobile menu', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await back();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  });

  await test.step('the debug console', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Debug Console' }).click();
    await expect(page.getByRole('dialog', { name: 'Debug Console' })).toBeVisible();
    await back();
    await expect(page.getByRole('dialog', { name: 'Debug Console' })).toBeHidden();
  });

  expect(new URL(page.url()).pathname).toBe('/about');
  await back();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  expect(native.optionsOf('App.minimizeApp')).toHaveLength(0);
  await back();
  await expect.poll(() => native.optionsOf('App.minimizeApp').length).toBe(1);

  // A screen that a link has opened has nothing behind it but home.
  await native.open('/about');
  await expect.poll(() => back(false)).toBeGreaterThan(0);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
});
