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

  test('a listener that unsubscribed hears nothing', () => {
    const { states, unsubscribe } = listen();
    unsubscribe();
    setBrowserOnline(false);
    assert.deepEqual(states, []);
  });
});

// These come last: no web page has ever heard a report of the device.
describe('in the native app', () => {
  test('the report of the device counts more than that of the browser engine', () => {
    const { states } = listen();
    reportOnline(false);
    setBrowserOnline(true);
    assert.deepEqual(states, [false, false]);
    reportOnline(true);
    setBrowserOnline(false);
    assert.equal(onlineStore.get(), true);
  });

  test('a listener that unsubscribed hears no report', () => {
    const { states, unsubscribe } = listen();
    unsubscribe();
    reportOnline(false);
    assert.deepEqual(states, []);
  });
});
