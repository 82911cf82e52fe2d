import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal, formatNumber } from './format-number.ts';

test('large numbers have separators, and no number has decimals', () => {
  assert.deepEqual([0, 999, 1000, 1_234_567, 2.4].map(formatNumber), [
    '0',
    '999',
    '1,000',
    '1,234,567',
    '2',
  ]);
});

test('a decimal keeps its decimals, without errors of binary fractions', () => {
  assert.deepEqual([50.5, 1234.125, 0.1 + 0.2, 7].map(formatDecimal), [
    '50.5',
    '1,234.125',
    '0.3',
    '7',
  ]);
});
