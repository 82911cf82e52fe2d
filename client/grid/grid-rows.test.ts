import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countNewAtStart,
  firstItemOf,
  placeGroups,
  placeOf,
  type RowRange,
  rangesWithin,
  rowAt,
  rowsToRender,
} from './grid-rows.ts';

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

test('the last row is rendered if the list became shorter than the scroll position', () => {
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

test('items at the start are new even if the first known items were removed', () => {
  assert.equal(newAtStart('xbc', 'abc'), 1);
  assert.equal(newAtStart('bc', 'abc'), 0);
});

test('nothing is new in a list that was empty or was replaced', () => {
  assert.equal(newAtStart('ab', ''), 0);
  assert.equal(newAtStart('xy', 'ab'), 0);
  assert.equal(newAtStart('', 'ab'), 0);
});

const SIZES = { columns: 3, rowPx: 100, gapPx: 10, headingPx: 30, groupGapPx: 20 };
/** Seven items in three rows, one in one row, three in one row. */
const GROUPS = placeGroups([7, 1, 3], SIZES);

test('groups follow each other with their headings and gaps', () => {
  assert.deepEqual(GROUPS, [
    { firstItem: 0, itemCount: 7, firstRow: 0, rowCount: 3, topPx: 30 },
    { firstItem: 7, itemCount: 1, firstRow: 3, rowCount: 1, topPx: 370 },
    { firstItem: 8, itemCount: 3, firstRow: 4, rowCount: 1, topPx: 510 },
  ]);
});

test('the row at the top of the screen is the last one that begins above it, also below the next heading', () => {
  const at = (px: number) => rowAt(GROUPS, px, SIZES.rowPx);
  assert.deepEqual([-50, 0, 30].map(at), [-1, -1, -1]);
  assert.deepEqual([31, 130].map(at), [0, 0]);
  assert.deepEqual([131, 231, 330, 369, 370].map(at), [1, 2, 2, 2, 2]);
  assert.deepEqual([371, 500, 511, 9999].map(at), [3, 3, 4, 4]);
});

test('the row of an item and the first item of a row are found', () => {
  assert.deepEqual(placeOf(GROUPS, 0, SIZES), { row: 0, topPx: 30 });
  assert.deepEqual(placeOf(GROUPS, 6, SIZES), { row: 2, topPx: 230 });
  assert.deepEqual(placeOf(GROUPS, 7, SIZES), { row: 3, topPx: 370 });
  assert.deepEqual(placeOf(GROUPS, 10, SIZES), { row: 4, topPx: 510 });
  assert.equal(placeOf([], 0, SIZES), undefined);
  assert.deepEqual(
    [-1, 0, 2, 3, 4].map((row) => firstItemOf(GROUPS, row, SIZES.columns)),
    [-1, 0, 6, 7, 8],
  );
});

test('every item is in the row of its position, for groups of any size', () => {
  for (let columns = 1; columns <= 4; columns++) {
    const sizes = { ...SIZES, columns };
    const groups = placeGroups([1, 5, 2, 8, 4], sizes);
    for (let item = 0; item < 20; item++) {
      const place = placeOf(groups, item, sizes);
      assert.ok(place);
      assert.equal(rowAt(groups, place.topPx + 1, sizes.rowPx), place.row);
      const first = firstItemOf(groups, place.row, columns);
      assert.ok(first <= item && item < first + columns);
    }
  }
});

test('a group renders only its own part of the rows', () => {
  const within = (ranges: RowRange[]) => GROUPS.map((group) => rangesWithin(ranges, group));
  assert.deepEqual(within([{ start: 0, end: 5 }]), [
    [{ start: 0, end: 3 }],
    [{ start: 0, end: 1 }],
    [{ start: 0, end: 1 }],
  ]);
  assert.deepEqual(
    within([
      { start: 0, end: 1 },
      { start: 2, end: 4 },
    ]),
    [
      [
        { start: 0, end: 1 },
        { start: 2, end: 3 },
      ],
      [{ start: 0, end: 1 }],
      [],
    ],
  );
});
