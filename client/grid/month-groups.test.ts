import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupByMonth } from './month-groups.ts';

const group = (...dates: string[]) =>
  groupByMonth(dates, (date) => date).map(({ heading, count }) => `${heading}: ${count}`);

/** Returns a local time as ISO 8601 in UTC. */
const local = (...parts: [year: number, month: number, day: number, hour?: number]) =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3] ?? 0).toISOString();

test('items of a month are one group, with its name in British format', () => {
  assert.deepEqual(
    group(local(2026, 11, 17), local(2026, 11, 1), local(2026, 9, 30), local(2025, 9, 30)),
    ['November 2026: 2', 'September 2026: 1', 'September 2025: 1'],
  );
});

test('a month begins and ends at local midnight', () => {
  const beforeMidnight = new Date(new Date(2026, 11, 1).getTime() - 1).toISOString();
  assert.deepEqual(group(local(2026, 12, 1), beforeMidnight), [
    'December 2026: 1',
    'November 2026: 1',
  ]);
});

test('a list without items has no groups', () => {
  assert.deepEqual(group(), []);
});
