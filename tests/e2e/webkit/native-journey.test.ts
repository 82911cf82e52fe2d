import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isNativeShellInstalled } from '#tests/support/webkit.ts';
import { fakeCamera, fakeSecureStorage, withPublicHost } from '../native/fake-plugins.ts';
import { photoFile } from '../support/pictures.ts';
import { startSite } from '../support/site-server.ts';
import { JOURNEY_LIMIT_MS, mainJourney } from './journey.ts';
import { IOS_ORIGIN, openNativeApp } from './native-app.ts';
import { startRecorder } from './recorder.ts';

const skip = isNativeShellInstalled()
  ? false
  : 'WebKit is not installed, or not for Python (Debian: webkit2gtk-driver, xvfb, python3-gi and gir1.2-webkit2-4.1)';

let site: Awaited<ReturnType<typeof startSite>>;
let recorder: Awaited<ReturnType<typeof startRecorder>>;
let native: Awaited<ReturnType<typeof openNativeApp>>;

before(async () => {
  if (skip) return;
  site = await startSite();
  recorder = await startRecorder(site.url);
  native = await openNativeApp(recorder.url);
});
after(async () => {
  await native?.close();
  recorder?.end();
  await site?.end();
});

test(`The main journey works in WebKit at ${IOS_ORIGIN}`, {
  skip,
  timeout: JOURNEY_LIMIT_MS,
}, async (t) => {
  const { device, driver } = native;
  device.handlers['Network.getStatus'] = () => ({ connected: true, connectionType: 'wifi' });
  fakeSecureStorage(device);
  fakeCamera(device, native.putFile('taken.jpg', (await photoFile()).buffer));

  await mainJourney(t, native, {
    server: site.url,
    addPhoto: () => native.press('Take photo'),
    async followLink(link) {
      assert.equal(await device.emit('App.appUrlOpen', { url: withPublicHost(link) }), 1);
    },
  });

  await t.test('the app ran on one page at the origin that iOS uses', async () => {
    const page = 'return [location.origin, isSecureContext, Capacitor.getPlatform()]';
    assert.deepEqual(await driver.executeScript(page), [IOS_ORIGIN, true, 'ios']);
    assert.equal(device.optionsOf('SplashScreen.hide').length, 1);
  });

  await t.test('the app made the expected plugin calls and reported no errors', () => {
    assert.deepEqual(device.optionsOf('StatusBar.setStyle'), [{ style: 'LIGHT' }]);
    assert.deepEqual(device.optionsOf('StatusBar.setBackgroundColor'), [{ color: '#f7fafc' }]);
    for (const options of device.optionsOf('Camera.takePhoto'))
      assert.deepEqual(options, { quality: 80 });
    const consoleErrors = device.optionsOf('Console.log').filter(({ level }) => level === 'error');
    assert.deepEqual([...device.errors, ...consoleErrors], []);
  });

  await t.test(
    'WebKit sent a preflight before the first request to each path, and the server allowed it',
    () => {
      const allowedPaths = new Set<string>();
      for (const { method, path, requestHeaders, status, responseHeaders } of recorder.exchanges) {
        assert.equal(requestHeaders.origin, IOS_ORIGIN, path);
        assert.equal(responseHeaders['access-control-allow-origin'], IOS_ORIGIN, path);
        if (method !== 'OPTIONS') assert.ok(allowedPaths.has(path), `${method} ${path}`);
        else if (status === 204) allowedPaths.add(path);
      }
      assert.ok(allowedPaths.has('/api/auth/login'));
    },
  );

  await t.test('no cookies were sent or set', () => {
    for (const { path, requestHeaders, responseHeaders } of recorder.exchanges)
      assert.deepEqual(
        [requestHeaders.cookie, responseHeaders['set-cookie']],
        [undefined, undefined],
        path,
      );
  });

  // WebKit would reject a service worker here; a Chromium test shows that the app does not try to register one.
  await t.test('no service worker is registered', async () => {
    const registered = await driver.executeAsyncScript(
      'navigator.serviceWorker.getRegistrations().then((all) => arguments[0](all.length))',
    );
    assert.equal(registered, 0);
  });
});
