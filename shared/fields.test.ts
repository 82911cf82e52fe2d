import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  checkboxField,
  dateField,
  longTextField,
  numberField,
  selectField,
  textField,
} from './fields.ts';
import { validate } from './validate.ts';

const options = { low: 'Low', high: 'High' };
const optional = v.object({
  name: textField('Name', { maxCharacters: 5 }),
  text: longTextField('Text', { maxCharacters: 5 }),
  price: numberField('Price', { min: 0, max: 10 }),
  day: dateField('Day'),
  level: selectField('Level', { options }),
  done: checkboxField('Done'),
});
const required = v.object({
  name: textField('Name', { maxCharacters: 5, isRequired: true }),
  text: longTextField('Text', { maxCharacters: 5, isRequired: true }),
  count: numberField('Count', { min: 1, max: 10, isWhole: true, isRequired: true }),
  day: dateField('Day', { isRequired: true }),
  level: selectField('Level', { options, isRequired: true }),
});
const full = { name: 'a', text: 'b', count: 1, day: '2026-11-17', level: 'low' };

const errorsOf = (values: object) => {
  const result = validate(required, { ...full, ...values });
  return result.valid ? {} : result.fields;
};

test('what is left out of optional fields gets the value of an empty field', () => {
  assert.deepEqual(validate(optional, {}), {
    valid: true,
    value: { name: '', text: '', price: null, day: null, level: null, done: false },
  });
});

test('null empties an optional number, date or choice', () => {
  const result = validate(optional, { price: null, day: null, level: null });
  assert.ok(result.valid);
});

test('a text of one line is trimmed, one of several lines is not', () => {
  const result = validate(required, { ...full, name: ' a ', text: ' b ' });
  assert.deepEqual(result.valid && [result.value.name, result.value.text], ['a', ' b ']);
});

test('required fields are asked for by their label', () => {
  assert.deepEqual(errorsOf({ name: ' ', text: undefined, day: undefined }), {
    name: 'Name is required',
    text: 'Text is required',
    day: 'Day is required',
  });
});

test('values beyond the limits are rejected with the limit', () => {
  assert.deepEqual(errorsOf({ name: 'abcdef', text: 'abcdef', count: 11 }), {
    name: 'Name must be at most 5 characters',
    text: 'Text must be at most 5 characters',
    count: 'Count must be a whole number from 1 to 10',
  });
  for (const count of [0, 1.5, 'one', '1', null, undefined, Number.NaN])
    assert.equal(errorsOf({ count }).count, 'Count must be a whole number from 1 to 10');
});

test('a day must exist, without a time', () => {
  for (const day of ['2026-02-30', '2026-13-01', '17.11.2026', '2026-11-17T00:00:00Z', 'today'])
    assert.equal(errorsOf({ day }).day, 'Day must be a date');
});

test('only the options can be chosen, and only true or false', () => {
  assert.equal(errorsOf({ level: 'medium' }).level, 'Level must be one of the options');
  // A property that every object has is no option.
  assert.equal(errorsOf({ level: 'toString' }).level, 'Level must be one of the options');
  const result = validate(optional, { done: 'yes' });
  assert.deepEqual(!result.valid && result.fields, { done: 'Done must be true or false' });
});

test('every schema describes its field', () => {
  assert.deepEqual(required.entries.count.field, {
    kind: 'number',
    label: 'Count',
    isWhole: true,
    isRequired: true,
  });
  assert.deepEqual(optional.entries.level.field, {
    kind: 'select',
    label: 'Level',
    options,
    isRequired: false,
  });
});
