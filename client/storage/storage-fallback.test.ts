import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { ensureStorage } from './storage-fallback.ts';

let browser: ReturnType<typeof installFakeBrowser>;

beforeEach(() => {
  browser = installFakeBrowser();
});

/** Blocks storage like a browser that blocks all cookies: reading the global throws. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        throw new DOMException('Access is denied', 'SecurityError');
      },
    });
}

test('working storage is not replaced', () => {
  ensureStorage();
  assert.equal(localStorage, browser.localStorage);
  assert.equal(sessionStorage, browser.sessionStorage);
});

test('blocked storage is replaced by memory with the same behaviour', () => {
  blockStorage();
  ensureStorage();
  for (const storage of [localStorage, sessionStorage]) {
    assert.equal(storage.getItem('key'), null);
    storage.setItem('key', 'value');
    assert.equal(storage.getItem('key'), 'value');
    assert.deepEqual(Object.keys(storage), ['key']);
    storage.removeItem('key');
    assert.equal(storage.getItem('key'), null);
  }
});

test('the names of its functions do not count as entries', () => {
  blockStorage();
  ensureStorage();
  assert.equal(localStorage.getItem('getItem'), null);
  assert.equal(localStorage.getItem('toString'), null);
});

test('the two replacements do not share entries', () => {
  blockStorage();
  ensureStorage();
  localStorage.setItem('key', 'value');
  assert.equal(sessionStorage.getItem('key'), null);
});
