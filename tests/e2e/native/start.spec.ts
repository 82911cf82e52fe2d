import type { Page } from '@playwright/test';
import { app } from '#app';
import { SERVICE_WORKER_LIMIT_MS } from '#client/constants.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { expect, signInWithoutScreens, test } from './fixtures.ts';
import { type Platform, pluginHeaders } from './plugin-headers.ts';

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    // Service workers are allowed, so that the test shows that the app registers none.
    test.use({ platform, serviceWorkers: 'allow' });

    test('The bundle starts on every screen with the real bridge, without errors and without a service worker', {
      tag: '@smoke',
    }, async ({ page, native }) => {
      const errors = collectErrors(page);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.clock.install();
      const splashScreensHidden = () => native.optionsOf('SplashScreen.hide').length;
      for (const [index, path] of ['/about', '/help', '/nowhere', '/'].entries()) {
        await native.open(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('#initializing')).toHaveCount(0);
        await expect.poll(splashScreensHidden).toBe(index + 1);
      }
      expect(await shellOf(page)).toEqual({ isNative: true, platform });
      // The website would register one by now.
      await page.clock.runFor(SERVICE_WORKER_LIMIT_MS);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
      expect(requested.filter((url) => /sw\.js|registration-|webmanifest/.test(url))).toEqual([]);

      await native.open('/error.html');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `${app.name} could not start`,
      );
      await expect.poll(splashScreensHidden).toBe(5);
      expect([...native.errors, ...errors]).toEqual([]);
    });

    test('Requests go to the configured server with credentials, and the app can read the response', async ({
      page,
      native,
      baseURL,
      person,
    }) => {
      await page.addInitScript(recordCredentials);
      const user = { ...person.user, first_name: 'Before' };
      await signInWithoutScreens(page, { ...person, user });
      const responding = page.waitForResponse(/\/api\/auth\/me$/);
      await native.open('/profile');
      const response = await responding;
      expect(response.url()).toBe(`${baseURL}/api/auth/me`);
      expect(response.status()).toBe(200);
      const { 'access-control-allow-origin': allowed } = await response.allHeaders();
      expect(allowed).toBe(NATIVE_ORIGIN);
      expect(await page.evaluate('credentialsModes')).toEqual(['include']);
      await expect(page.getByLabel('First name')).toHaveValue('Ada');
    });

    test('An error in the app is reported to the configured server', async ({
      page,
      native,
      baseURL,
    }) => {
      await native.open('/about');
      const responding = page.waitForResponse(`${baseURL}/api/client-errors`);
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('The app is broken');
        });
      });
      const response = await responding;
      expect(response.status()).toBe(200);
      expect(response.request().postDataJSON()).toMatchObject({
        message: 'Error: The app is broken',
        path: '/about',
      });
    });

    test('Plugin calls return a result or an error, and device events reach their listeners', async ({
      page,
      native,
    }) => {
      Object.assign(native.handlers, {
        'App.getInfo': () => ({ version: '1.2.3' }),
        'Camera.takePhoto': () => {
          throw Object.assign(new Error('cancelled'), { code: 'OS-PLUG-CAMR-0006' });
        },
      });
      await native.open();
      expect(await callPlugin(page, 'App', 'getInfo')).toEqual({ version: '1.2.3' });
      expect(await callPlugin(page, 'Camera', 'takePhoto', { quality: 80 })).toEqual({
        code: 'OS-PLUG-CAMR-0006',
      });
      expect(native.optionsOf('Camera.takePhoto')).toEqual([{ quality: 80 }]);
      expect(await isInstalled(page, 'Geolocation')).toBe(false);
      expect(await isInstalled(page, 'SecureStorage')).toBe(true);

      // Uses an event that the app itself does not listen to.
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

  test(`${platform} has every plugin and method that the app uses`, { tag: '@smoke' }, () => {
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

/** Calls a plugin method in the page. Returns its result or the code of its error. */
function callPlugin(page: Page, plugin: string, method: string, options: object = {}) {
  return page.evaluate(
    ([plugin, method, options]) => {
      const { Capacitor } = window as unknown as { Capacitor: Shell };
      return Capacitor.nativePromise(plugin, method, options).catch(({ code }) => ({ code }));
    },
    [plugin, method, options] as const,
  );
}

/** Collects page errors and console errors, including blocked resources and policy violations. */
function collectErrors(page: Page) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** Runs in the page. Records the credentials mode of each fetch. */
function recordCredentials() {
  const modes = new Set<RequestCredentials>();
  const send = window.fetch;
  window.fetch = (input, init) => {
    modes.add(new Request(input, init).credentials);
    return send(input, init);
  };
  Object.defineProperty(window, 'credentialsModes', { get: () => [...modes] });
}
