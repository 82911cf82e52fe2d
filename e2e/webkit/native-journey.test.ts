import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isNativeShellInstalled } from '#tooling/webkit.ts';
import { givePhoto, keepSecrets, onPhone } from '../native/phone.ts';
import { photoFile } from '../support/pictures.ts';
import { startSite } from '../support/site-server.ts';
import { mainJourney } from './journey.ts';
import { NATIVE_ORIGIN, openNativeApp } from './native-app.ts';
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

test(`the main journey works in WebKit at ${NATIVE_ORIGIN}`, {
  skip,
  timeout: 240_000,
}, async (t) => {
  const { device, driver } = native;
  device.answers['Network.getStatus'] = () => ({ connected: true, connectionType: 'wifi' });
  keepSecrets(device);
  givePhoto(device, native.putFile('taken.jpg', (await photoFile()).buffer));

  await mainJourney(t, native, {
    server: site.url,
    addPhoto: () => native.press('Take photo'),
    async followLink(link) {
      assert.equal(await device.emit('App.appUrlOpen', { url: onPhone(link) }), 1);
    },
  });

  await t.test('all of it happened on one page, where iOS puts it', async () => {
    const page = 'return [location.origin, isSecureContext, Capacitor.getPlatform()]';
    assert.deepEqual(await driver.executeScript(page), [NATIVE_ORIGIN, true, 'ios']);
    assert.equal(device.optionsOf('SplashScreen.hide').length, 1);
  });

  await t.test('the phone was asked for what the app needs, and heard of no error', () => {
    assert.deepEqual(device.optionsOf('StatusBar.setStyle'), [{ style: 'LIGHT' }]);
    assert.deepEqual(device.optionsOf('StatusBar.setBackgroundColor'), [{ color: '#f7fafc' }]);
    for (const options of device.optionsOf('Camera.takePhoto'))
      assert.deepEqual(options, { quality: 80 });
    const complaints = device.optionsOf('Console.log').filter(({ level }) => level === 'error');
    assert.deepEqual([...device.errors, ...complaints], []);
  });

  await t.test('WebKit asked before the first call of every address, and was let in', () => {
    const mayCall = new Set<string>();
    for (const { method, path, asked, status, answered } of recorder.exchanges) {
      assert.equal(asked.origin, NATIVE_ORIGIN, path);
      assert.equal(answered['access-control-allow-origin'], NATIVE_ORIGIN, path);
      if (method !== 'OPTIONS') assert.ok(mayCall.has(path), `${method} ${path}`);
      else if (status === 204) mayCall.add(path);
    }
    assert.ok(mayCall.has('/api/auth/login'));
  });

  await t.test('no cookie crossed', () => {
    for (const { path, asked, answered } of recorder.exchanges)
      assert.deepEqual([asked.cookie, answered['set-cookie']], [undefined, undefined], path);
  });

  // WebKit would refuse one here; that the app does not even ask is seen in Chromium.
  await t.test('no service worker is registered', async () => {
    const registered = await driver.executeAsyncScript(
      'navigator.serviceWorker.getRegistrations().then((all) => arguments[0](all.length))',
    );
    assert.equal(registered, 0);
  });
});
