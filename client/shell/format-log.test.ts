import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime, formatValues } from './format-log.ts';

test('times have milliseconds', () => {
  assert.equal(formatTime(new Date(2026, 0, 2, 3, 4, 5, 67)), '03:04:05.067');
});

test('texts are shown as they are, other values as JSON, with spaces between them', () => {
  assert.equal(
    formatValues(['low on paper', { sheets: 3 }, ['a'], 1, null, true]),
    'low on paper {"sheets":3} ["a"] 1 null true',
  );
});

test('values that JSON does not know are shown as text', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  assert.equal(formatValues([undefined, 1n, circular]), 'undefined 1 [object Object]');
});

test('an error is shown with its message once, wherever its stack begins', () => {
  const error = new Error('out of ink');
  error.stack = 'Error: out of ink\n    at print';
  assert.equal(formatValues([error]), 'Error: out of ink\n    at print');
  error.stack = 'print@printer.js:1';
  assert.equal(formatValues([error]), 'Error: out of ink\nprint@printer.js:1');
});
