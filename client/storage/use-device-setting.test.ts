import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { openDeviceSetting } from './use-device-setting.ts';

const browser = installFakeBrowser();

test('a setting is stored, and everything that uses it is told about a change', () => {
  const [here, there] = [openDeviceSetting('shape'), openDeviceSetting('shape')];
  const seen: string[] = [];
  there.subscribe(() => seen.push(there.get()));
  here.set('round');
  assert.deepEqual(seen, ['round']);
  assert.equal(browser.localStorage.getItem('app_shape'), 'round');
});

test('a setting that was stored earlier is read', () => {
  browser.localStorage.setItem('app_size', 'large');
  assert.equal(openDeviceSetting('size').get(), 'large');
});

test('a setting changes even if storage is full', () => {
  browser.localStorage.setItem = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  };
  const setting = openDeviceSetting('colour');
  setting.set('blue');
  assert.equal(setting.get(), 'blue');
});
