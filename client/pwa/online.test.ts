import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { onlineStore, reportOnline } from './online.ts';

let browser: ReturnType<typeof installFakeBrowser>;

beforeEach(() => {
  browser = installFakeBrowser();
});

/** Collects what a listener reads each time it is called. */
function listen() {
  const states: boolean[] = [];
  const unsubscribe = onlineStore.subscribe(() => states.push(onlineStore.get()));
  return { states, unsubscribe };
}

function setBrowserOnline(onLine: boolean) {
  browser.navigator.onLine = onLine;
  browser.events.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

describe('on the web', () => {
  test('the browser tells whether there is a network', () => {
    const { states } = listen();
    setBrowserOnline(false);
    setBrowserOnline(true);
    assert.deepEqual(states, [false, true]);
  });

  test('an unsubscribed listener is not called', () => {
    const { states, unsubscribe } = listen();
    unsubscribe();
    setBrowserOnline(false);
    assert.deepEqual(states, []);
  });
});

// These tests come last, because on the web the device never reports anything.
describe('in the native app', () => {
  test("the device's report takes precedence over the browser engine's", () => {
    const { states } = listen();
    reportOnline(false);
    setBrowserOnline(true);
    assert.deepEqual(states, [false, false]);
    reportOnline(true);
    setBrowserOnline(false);
    assert.equal(onlineStore.get(), true);
  });

  test('an unsubscribed listener gets no report', () => {
    const { states, unsubscribe } = listen();
    unsubscribe();
    reportOnline(false);
    assert.deepEqual(states, []);
  });
});
