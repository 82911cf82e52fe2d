import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNumber } from './parse-number.ts';

test('numbers are read with a point or a comma, with a sign, and while they are typed', () => {
  const read = ['7', ' 12 ', '1.5', '1,5', '-3', '\u22123', '+3', '0.250', '4.', '.5'].map(
    parseNumber,
  );
  assert.deepEqual(read, [7, 12, 1.5, 1.5, -3, -3, 3, 0.25, 4, 0.5]);
});

test('an empty field has no value', () => {
  assert.deepEqual(['', '  '].map(parseNumber), [null, null]);
});

test('text that is not a number or is ambiguous stays as typed', () => {
  for (const text of ['-', 'ten', '1,000', '1.2.3', '1e9', '0x10', 'Infinity', '1'.repeat(16)])
    assert.equal(parseNumber(text), text);
});
