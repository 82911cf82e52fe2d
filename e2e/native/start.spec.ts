import type { Page } from '@playwright/test';
import { app } from '#app';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { expect, signInWithoutScreens, test } from './fixtures.ts';
import { type Platform, pluginHeaders } from './plugin-headers.ts';

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    // Allowed here, so that it is the app that registers none.
    test.use({ platform, serviceWorkers: 'allow' });

    test('the bundle starts behind the real bridge, without a complaint', async ({
      page,
      native,
    }) => {
      const complaints = complaintsOf(page);
      await native.open();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('#initializing')).toHaveCount(0);
      expect(await shellOf(page)).toEqual({ isNative: true, platform });
      expect([...native.errors, ...complaints]).toEqual([]);
    });

    test('every screen opens from the one page, as after a reload', async ({ page, native }) => {
      const complaints = complaintsOf(page);
      for (const path of ['/about', '/help', '/nowhere']) {
        await native.open(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      expect(complaints).toEqual([]);
    });

    test('no service worker is registered', async ({ page, native }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await native.open();
      // Longer than the website waits before it registers one.
      await page.waitForTimeout(1800);
      expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
      expect(asked.filter((url) => /sw\.js|registration-|webmanifest/.test(url))).toEqual([]);
    });

    test('calls go to the server that the page names, with credentials, and the app may read the answer', async ({
      page,
      native,
      baseURL,
      person,
    }) => {
      await page.addInitScript(recordCredentials);
      const user = { ...person.user, first_name: 'Before' };
      await signInWithoutScreens(page, { ...person, user });
      const answered = page.waitForResponse(/\/api\/auth\/me$/);
      await native.open('/profile');
      const response = await answered;
      expect(response.url()).toBe(`${baseURL}/api/auth/me`);
      expect(response.status()).toBe(200);
      const { 'access-control-allow-origin': allowed } = await response.allHeaders();
      expect(allowed).toBe(NATIVE_ORIGIN);
      expect(await page.evaluate('credentialsModes')).toEqual(['include']);
      await expect(page.getByLabel('First name')).toHaveValue('Ada');
    });

    test('the device answers a call, and a plugin that is not installed fails', async ({
      page,
      native,
    }) => {
      Object.assign(native.answers, {
        'App.getInfo': () => ({ version: '1.2.3' }),
        'Camera.takePhoto': () => {
          throw Object.assign(new Error('cancelled'), { code: 'OS-PLUG-CAMR-0006' });
        },
      });
      await native.open();
      expect(await ask(page, 'App', 'getInfo')).toEqual({ version: '1.2.3' });
      expect(await ask(page, 'Camera', 'takePhoto', { quality: 80 })).toEqual({
        code: 'OS-PLUG-CAMR-0006',
      });
      expect(native.optionsOf('Camera.takePhoto')).toEqual([{ quality: 80 }]);
      expect(await isInstalled(page, 'Geolocation')).toBe(false);
      expect(await isInstalled(page, 'SecureStorage')).toBe(true);
    });

    test('a start that cannot be made says so, without the splash in front', async ({
      page,
      native,
    }) => {
      await native.open('/error.html');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `${app.name} could not start`,
      );
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
    });

    // Of an event that the app itself does not listen to.
    test('what happens on the device reaches whoever listens, and nobody after', async ({
      page,
      native,
    }) => {
      await native.open();
      await page.evaluate(() => {
        const { Capacitor } = window as unknown as { Capacitor: Shell };
        const listener = Capacitor.addListener('App', 'appStateChange', ({ isActive }) => {
          document.body.dataset.active = String(isActive);
          listener.remove();
        });
      });
      await expect.poll(() => native.emit('App.appStateChange', { isActive: true })).toBe(1);
      await expect(page.locator('body')).toHaveAttribute('data-active', 'true');
      await expect.poll(() => native.emit('App.appStateChange', { isActive: false })).toBe(0);
      await expect(page.locator('body')).toHaveAttribute('data-active', 'true');
    });
  });

  test(`${platform} brings every plugin that the app is built on`, () => {
    const headers = new Map(pluginHeaders(platform).map(({ name, methods }) => [name, methods]));
    const needed = {
      App: ['getLaunchUrl', 'exitApp', 'addListener'],
      Camera: ['takePhoto', 'chooseFromGallery', 'checkPermissions', 'requestPermissions'],
      Keyboard: ['hide', 'addListener'],
      Network: ['getStatus', 'addListener'],
      SecureStorage: ['internalGetItem', 'internalSetItem', 'internalRemoveItem'],
      SplashScreen: ['hide'],
      StatusBar: ['setBackgroundColor', 'setStyle'],
      SystemBars: ['setStyle'],
      NavigationBar: ['setNavigationBarColor'],
    };
    for (const [plugin, methods] of Object.entries(needed))
      expect(
        headers.get(plugin)?.map(({ name }) => name),
        plugin,
      ).toEqual(expect.arrayContaining(methods));
  });
}

type Shell = {
  isNativePlatform(): boolean;
  getPlatform(): string;
  isPluginAvailable(name: string): boolean;
  addListener(
    plugin: string,
    event: string,
    listen: (data: { isActive: boolean }) => void,
  ): { remove(): void };
  nativePromise(plugin: string, method: string, options: object): Promise<unknown>;
};

function shellOf(page: Page) {
  return page.evaluate(() => {
    const { Capacitor } = window as unknown as { Capacitor: Shell };
    return { isNative: Capacitor.isNativePlatform(), platform: Capacitor.getPlatform() };
  });
}

function isInstalled(page: Page, plugin: string) {
  return page.evaluate((plugin) => {
    const { Capacitor } = window as unknown as { Capacitor: Shell };
    return Capacitor.isPluginAvailable(plugin);
  }, plugin);
}

/** What the plugin answers, or the code it fails with. */
function ask(page: Page, plugin: string, method: string, options: object = {}) {
  return page.evaluate(
    ([plugin, method, options]) => {
      const { Capacitor } = window as unknown as { Capacitor: Shell };
      return Capacitor.nativePromise(plugin, method, options).catch(({ code }) => ({ code }));
    },
    [plugin, method, options] as const,
  );
}

/** Errors, refused resources and policy violations included. */
function complaintsOf(page: Page) {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Runs in the page: notes how each fetch treats credentials. */
function recordCredentials() {
  const modes = new Set<RequestCredentials>();
  const send = window.fetch;
  window.fetch = (input, init) => {
    modes.add(new Request(input, init).credentials);
    return send(input, init);
  };
  Object.defineProperty(window, 'credentialsModes', { get: () => [...modes] });
}
