import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectOptions } from './select-options.ts';

const options = { red: 'Red', blue: 'Blue' };
const both = [
  ['red', 'Red'],
  ['blue', 'Blue'],
];

test('the options are those of the field while one or none is chosen', () => {
  for (const value of ['red', '', undefined]) assert.deepEqual(selectOptions(options, value), both);
});

test('a value that is no option any more is offered as well, so that another one can be chosen', () => {
  for (const value of ['green', 'constructor', '__proto__'])
    assert.deepEqual(selectOptions(options, value), [...both, [value, value]]);
});

test('a value that is no option has the label for such values', () => {
  const other = ['green', 'Other'];
  assert.deepEqual(selectOptions(options, 'green', 'Other'), [...both, other]);
  assert.deepEqual(selectOptions(options, 'red', 'Other'), both);
});
