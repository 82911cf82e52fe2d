import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { defineGlobals, installFakeBrowser } from '#client/testing/fake-browser.ts';
import { listenForPull } from './pull-gesture.ts';

let moves: number[];
let releases: number[];
let surface: EventTarget;
let finishRelease: () => void;
let stopListening: () => void;

beforeEach(() => {
  installFakeBrowser();
  moves = [];
  releases = [];
  surface = new EventTarget();
  const released = Promise.withResolvers<void>();
  finishRelease = released.resolve;
  stopListening = listenForPull(surface as HTMLElement, {
    move: (px) => moves.push(px),
    release: (px) => {
      releases.push(px);
      return released.promise;
    },
  });
});

/** Sends a touch event with fingers at these heights and returns it. */
function touch(
  type: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel',
  ...heights: number[]
) {
  const event = new Event(type, { cancelable: true });
  Object.assign(event, { touches: heights.map((clientY) => ({ clientY })) });
  surface.dispatchEvent(event);
  return event;
}

function pull(px: number) {
  touch('touchstart', 200);
  return touch('touchmove', 200 + px);
}

const settled = () => new Promise(setImmediate);

test('the page follows half as far as the finger, and the browser does not scroll', () => {
  const event = pull(50);
  touch('touchmove', 320);
  assert.deepEqual(moves, [25, 60]);
  assert.equal(event.defaultPrevented, true);
});

test('however far the finger goes, the page follows 80 px at most', () => {
  pull(161);
  touch('touchmove', 900);
  assert.deepEqual(moves, [80, 80]);
});

for (const type of ['touchend', 'touchcancel'] as const)
  test(`the release after ${type} has the last distance`, () => {
    pull(100);
    touch('touchmove', 290);
    touch(type);
    assert.deepEqual(releases, [45]);
  });

test('a touch without movement releases nothing', () => {
  touch('touchstart', 200);
  touch('touchend');
  assert.deepEqual([moves, releases], [[], []]);
});

test('a page that is scrolled down is not pulled', () => {
  defineGlobals({ scrollY: 250 });
  const event = pull(100);
  touch('touchend');
  assert.deepEqual([moves, releases], [[], []]);
  assert.equal(event.defaultPrevented, false);
});

test('a movement that scrolls the page ends the pull', () => {
  pull(40);
  defineGlobals({ scrollY: 10 });
  touch('touchmove', 300);
  touch('touchmove', 320);
  assert.deepEqual([moves, releases], [[20], [20]]);
});

test('a finger that first goes up scrolls, and does not pull the page when it comes back', async () => {
  pull(-10);
  await settled();
  touch('touchmove', 300);
  touch('touchend');
  assert.deepEqual([moves, releases], [[], []]);
});

test('a page that was pulled follows the finger back to its place, not beyond', () => {
  pull(60);
  touch('touchmove', 150);
  touch('touchend');
  assert.deepEqual([moves, releases], [[30, 0], []]);
});

test('two fingers pull nothing', () => {
  touch('touchstart', 200, 300);
  touch('touchmove', 400, 500);
  touch('touchend');
  assert.deepEqual([moves, releases], [[], []]);
});

test('a second pull starts only when the release of the first is finished', async () => {
  pull(100);
  touch('touchend');
  pull(140);
  touch('touchend');
  assert.deepEqual([moves, releases], [[50], [50]]);
  finishRelease();
  await settled();
  pull(140);
  assert.deepEqual(moves, [50, 70]);
});

test('after listening has stopped nothing is pulled, not even by a finger that is still down', () => {
  pull(20);
  stopListening();
  touch('touchmove', 300);
  touch('touchend');
  pull(100);
  assert.deepEqual([moves, releases], [[10], []]);
});
