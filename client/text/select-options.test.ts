import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectOptions } from './select-options.ts';

const options = { red: 'Red', blue: 'Blue' };
const both = [
  ['red', 'Red'],
  ['blue', 'Blue'],
];

test("the field's own options are offered if one of them or none is chosen", () => {
  for (const value of ['red', '', undefined]) assert.deepEqual(selectOptions(options, value), both);
});

test('a value that is no longer an option is offered as well, so that another one can be chosen', () => {
  for (const value of ['green', 'constructor', '__proto__'])
    assert.deepEqual(selectOptions(options, value), [...both, [value, value]]);
});
