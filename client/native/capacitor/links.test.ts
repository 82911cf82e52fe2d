import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { app as brand } from '#app';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { installFakeNativeBridge } from '#client/testing/fake-native-bridge.ts';
import type { DeviceEvents } from '../definitions.ts';

let launchUrl: string | undefined;
const emit = installFakeNativeBridge({
  App: { getLaunchUrl: () => launchUrl && { url: launchUrl } },
});
const { listenForLinks } = await import('./links.ts');

const CONFIRM = `https://${brand.host}/confirm#access_token=abc&type=signup`;
const RESET = `https://${brand.host}/reset-password?from=mail#access_token=abc`;

let followed: unknown[];

beforeEach(() => {
  installFakeBrowser();
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'] });
  launchUrl = undefined;
  followed = [];
});

const listen = () =>
  listenForLinks({
    link: (path, { launch }) => followed.push({ path, launch }),
  } as Partial<DeviceEvents> as DeviceEvents);

const openUrl = (url: string) => emit('App.appUrlOpen', { url });

const confirmed = (launch: boolean) => ({
  path: '/confirm#access_token=abc&type=signup',
  launch,
});

describe('an email link', () => {
  test('opens its screen in the running app, with query and fragment', async () => {
    await listen();
    openUrl(RESET);
    assert.deepEqual(followed, [
      { path: '/reset-password?from=mail#access_token=abc', launch: false },
    ]);
  });

  test('starts the app at its screen', async () => {
    launchUrl = CONFIRM;
    await listen();
    assert.deepEqual(followed, [confirmed(true)]);
  });

  test('that started the app and is reported again as an event is followed once', async () => {
    launchUrl = CONFIRM;
    await listen();
    openUrl(CONFIRM);
    assert.deepEqual(followed, [confirmed(true)]);
  });

  test('that started the app can be opened again by the user, after the repeated report', async () => {
    launchUrl = CONFIRM;
    await listen();
    openUrl(CONFIRM);
    openUrl(CONFIRM);
    assert.deepEqual(followed, [confirmed(true), confirmed(false)]);
  });

  test('that is opened again 30 seconds after the start does not count as a repeated report', async () => {
    launchUrl = CONFIRM;
    await listen();
    mock.timers.tick(30_000);
    openUrl(CONFIRM);
    assert.deepEqual(followed, [confirmed(true), confirmed(false)]);
  });

  test('is not followed again after a reload, when the device still reports it as the launch link', async () => {
    launchUrl = CONFIRM;
    await listen();
    await listen();
    assert.deepEqual(followed, [confirmed(true)]);
  });

  test('that opened the running app is not followed after a reload either', async () => {
    await listen();
    openUrl(CONFIRM);
    launchUrl = CONFIRM;
    await listen();
    assert.deepEqual(followed, [confirmed(false)]);
  });
});

describe('an address that is not one of our email links is ignored:', () => {
  for (const address of [
    'https://evil.example/confirm#access_token=a&type=signup',
    `http://${brand.host}/confirm#access_token=a&type=signup`,
    `https://${brand.host}.evil.example/reset-password`,
    `https://${brand.host}@evil.example/reset-password`,
    `https://${brand.host}:8443/confirm`,
    `https://${brand.host}/profile`,
    `https://${brand.host}/confirm/more`,
    `${brand.id}://confirm`,
    'javascript:alert(1)',
    'nonsense',
    '',
  ])
    test(address || 'an empty text', async () => {
      launchUrl = address;
      await listen();
      openUrl(address);
      openUrl(address);
      assert.deepEqual(followed, []);
    });
});
