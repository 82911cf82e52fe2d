import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsSchema } from './field-schemas.ts';
import {
  checkboxField,
  dateField,
  longTextField,
  numberField,
  referenceField,
  selectField,
  textField,
} from './fields.ts';
import { validate } from './validate.ts';

const options = { red: 'Red', blue: 'Blue' };

const required = fieldsSchema({
  title: textField('Title', { maxCharacters: 5, isRequired: true }),
  text: longTextField('Text', { maxCharacters: 5, isRequired: true }),
  size: numberField('Size', { min: 0, max: 1000, isRequired: true }),
  due: dateField('Due', { isRequired: true }),
  colour: selectField('Colour', { options, isRequired: true }),
  done: checkboxField('Done'),
});

const optional = fieldsSchema({
  title: textField('Title', { maxCharacters: 5 }),
  text: longTextField('Text', { maxCharacters: 5 }),
  size: numberField('Size', { min: 0, max: 1000 }),
  due: dateField('Due'),
  colour: selectField('Colour', { options }),
});

const valid = { title: 'a', text: ' b\n', size: 0.1, due: '2028-02-29', colour: 'red', done: true };

test('valid values are accepted, and the spaces around a single-line text removed', () => {
  const result = validate(required, { ...valid, title: ' a ' });
  assert.deepEqual(result, { valid: true, value: valid });
  assert.deepEqual(validate(optional, valid).valid, true);
});

test('the message for a missing value contains its label, and a missing boolean is false', () => {
  const missing = {
    title: 'Title is required',
    text: 'Text is required',
    size: 'Size is required',
    due: 'Due is required',
    colour: 'Colour is required',
  };
  assert.deepEqual(validate(required, {}), { valid: false, fields: missing });
  const empty = { title: ' ', text: '', size: null, due: '', colour: '' };
  assert.deepEqual(validate(required, empty), { valid: false, fields: missing });
  const { done: _, ...others } = valid;
  assert.deepEqual(validate(required, others), { valid: true, value: { ...valid, done: false } });
});

test('a missing optional text is empty, any other missing optional value is null', () => {
  const value = { title: '', text: '', size: null, due: null, colour: null };
  assert.deepEqual(validate(optional, {}), { valid: true, value });
  assert.deepEqual(validate(optional, value), { valid: true, value });
  const empty = { size: '', due: '', colour: '' };
  assert.deepEqual(validate(optional, empty), {
    valid: false,
    fields: {
      size: 'Size must be a number from 0 to 1,000',
      due: 'Due must be a date',
      colour: 'Colour must be one of the options',
    },
  });
});

const wrong: [object, object][] = [
  [{ title: 'abcdef' }, { title: 'Title must be at most 5 characters' }],
  [{ text: 'abcdef' }, { text: 'Text must be at most 5 characters' }],
  [{ size: '1' }, { size: 'Size must be a number from 0 to 1,000' }],
  [{ size: Number.NaN }, { size: 'Size must be a number from 0 to 1,000' }],
  [{ size: -1 }, { size: 'Size must be a number from 0 to 1,000' }],
  [{ size: Number.POSITIVE_INFINITY }, { size: 'Size must be a number from 0 to 1,000' }],
  [{ due: 'tomorrow' }, { due: 'Due must be a date' }],
  [{ due: '2026-2-3' }, { due: 'Due must be a date' }],
  [{ due: '2026-02-30' }, { due: 'Due must be a date' }],
  [{ due: '0000-01-01' }, { due: 'Due must be a date' }],
  [{ due: 20260203 }, { due: 'Due must be a date' }],
  [{ colour: 'green' }, { colour: 'Colour must be one of the options' }],
  // Every object has this property, but it is not an option.
  [{ colour: 'toString' }, { colour: 'Colour must be one of the options' }],
];

test('an invalid value is rejected with the rule that it breaks', () => {
  for (const schema of [required, optional])
    for (const [change, fields] of wrong)
      assert.deepEqual(validate(schema, { ...valid, ...change }), { valid: false, fields });
  const done = validate(required, { ...valid, done: 'yes' });
  assert.deepEqual(done, { valid: false, fields: { done: 'Done must be true or false' } });
  const whole = fieldsSchema({ count: numberField('Count', { min: 1, max: 9, isWhole: true }) });
  assert.deepEqual(validate(whole, { count: 1.5 }), {
    valid: false,
    fields: { count: 'Count must be a whole number from 1 to 9' },
  });
});

test('a field describes itself to forms', () => {
  assert.deepEqual(textField('Title', { maxCharacters: 5, isRequired: true }), {
    kind: 'text',
    label: 'Title',
    isRequired: true,
    maxCharacters: 5,
  });
  assert.deepEqual(selectField('Colour', { options }), {
    kind: 'select',
    label: 'Colour',
    isRequired: false,
    options,
  });
});

test('a reference is an item id in lower case, or null, whatever options a screen sets', () => {
  const id = '01900000-0000-7000-8000-00000000000A';
  const choices: Record<string, string>[] = [{}, { other: 'Kitchen' }];
  for (const options of choices) {
    const schema = fieldsSchema({ room: { ...referenceField('Room'), options } });
    const accepted = { valid: true, value: { room: id.toLowerCase() } };
    assert.deepEqual(validate(schema, { room: id }), accepted);
    assert.deepEqual(validate(schema, {}), { valid: true, value: { room: null } });
    assert.equal(validate(schema, { room: 'kitchen' }).valid, false);
  }
});
