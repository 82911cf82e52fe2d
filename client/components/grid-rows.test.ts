import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countNewAtStart, rowsToRender } from './grid-rows.ts';

const rows = (topRow: number, keptRow?: number, rowCount = 1000) =>
  rowsToRender({ rowCount, topRow, screenRows: 4, keptRow });

test('at the top, the first two screens are rendered', () => {
  assert.deepEqual(rows(-1), [{ start: 0, end: 8 }]);
});

test('in the middle, the visible screen and one before and after it are rendered', () => {
  assert.deepEqual(rows(500), [{ start: 496, end: 509 }]);
});

test('at the end, nothing after the last row is rendered', () => {
  assert.deepEqual(rows(997), [{ start: 993, end: 1000 }]);
});

test('a list that became shorter than the scroll position still has its last row', () => {
  assert.deepEqual(rows(500, undefined, 3), [{ start: 2, end: 3 }]);
});

test('an empty list has no rows', () => {
  assert.deepEqual(rows(-1, undefined, 0), [{ start: 0, end: 0 }]);
});

test('the kept row and its neighbours stay, however far away they are', () => {
  assert.deepEqual(rows(500, 20), [
    { start: 19, end: 22 },
    { start: 496, end: 509 },
  ]);
  assert.deepEqual(rows(500, 999), [
    { start: 496, end: 509 },
    { start: 998, end: 1000 },
  ]);
});

test('a kept row at the edge of the others extends them', () => {
  assert.deepEqual(rows(500, 495), [{ start: 494, end: 509 }]);
  assert.deepEqual(rows(500, 508), [{ start: 496, end: 510 }]);
  assert.deepEqual(rows(500, 500), [{ start: 496, end: 509 }]);
});

const newAtStart = (ids: string, shown: string) =>
  countNewAtStart(
    [...ids].map((id) => ({ id })),
    new Set(shown),
  );

test('only items before the first known one are new at the start', () => {
  assert.equal(newAtStart('xyabc', 'abc'), 2);
  assert.equal(newAtStart('axbc', 'abc'), 0);
  assert.equal(newAtStart('abc', 'abc'), 0);
});

test('items are new at the start also if the first known ones were removed', () => {
  assert.equal(newAtStart('xbc', 'abc'), 1);
  assert.equal(newAtStart('bc', 'abc'), 0);
});

test('nothing is new in a list that was empty or is another one', () => {
  assert.equal(newAtStart('ab', ''), 0);
  assert.equal(newAtStart('xy', 'ab'), 0);
  assert.equal(newAtStart('', 'ab'), 0);
});
