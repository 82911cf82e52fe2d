import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber } from './format-number.ts';

test('large numbers have separators, and no number has decimals', () => {
  assert.deepEqual([0, 999, 1000, 1_234_567, 2.4].map(formatNumber), [
    '0',
    '999',
    '1,000',
    '1,234,567',
    '2',
  ]);
});
