import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsSchema } from './field-schemas.ts';
import {
  checkboxField,
  dateField,
  emailField,
  longTextField,
  numberField,
  referenceField,
  selectField,
  textField,
  webAddressField,
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

test('a reference is an item id in lower case, or null', () => {
  const id = '01900000-0000-7000-8000-00000000000A';
  const schema = fieldsSchema({ plant: referenceField('Plant', { to: 'plants' }) });
  const accepted = { valid: true, value: { plant: id.toLowerCase() } };
  assert.deepEqual(validate(schema, { plant: id }), accepted);
  assert.deepEqual(validate(schema, {}), { valid: true, value: { plant: null } });
  const fields = { plant: 'Plant does not exist or was deleted' };
  for (const plant of ['monstera', '', 7])
    assert.deepEqual(validate(schema, { plant }), { valid: false, fields });
});

test('a reference that is required is refused to be deleted, another one is cleared, unless declared otherwise', () => {
  const rule = (field: { whenDeleted: string }) => field.whenDeleted;
  assert.equal(rule(referenceField('Plant', { to: 'plants' })), 'clear');
  assert.equal(rule(referenceField('Plant', { to: 'plants', isRequired: true })), 'refuse');
  const kept = { to: 'plants', isRequired: true, whenDeleted: 'keep' } as const;
  assert.equal(rule(referenceField('Plant', kept)), 'keep');
});

test('the limits of a number are named with their decimals', () => {
  const share = fieldsSchema({ share: numberField('Share', { min: 0.125, max: 50.5 }) });
  const fields = { share: 'Share must be a number from 0.125 to 50.5' };
  assert.deepEqual(validate(share, { share: 50.6 }), { valid: false, fields });
});

const addresses = fieldsSchema({ email: emailField('Email'), page: webAddressField('Page') });

test('addresses are trimmed, and a web address that lacks its scheme gets one', () => {
  const value = { email: 'Ada@example.com', page: 'https://example.com:8080/a?b=c#d' };
  const typed = { email: ' Ada@example.com ', page: ' example.com:8080/a?b=c#d ' };
  assert.deepEqual(validate(addresses, typed), { valid: true, value });
  assert.deepEqual(validate(addresses, value), { valid: true, value });
  assert.deepEqual(validate(addresses, {}), { valid: true, value: { email: '', page: '' } });
});

test('a web address without its scheme may contain an @ behind its host', () => {
  for (const page of [
    'example.com/@ada',
    'example.com?to=a@b.c',
    'example.com:80/a@b',
    'example.com#@',
  ])
    assert.deepEqual(validate(addresses, { page }), {
      valid: true,
      value: { email: '', page: `https://${page}` },
    });
  const fields = { page: 'Page must be a web address such as https://example.com' };
  for (const page of ['ada.l@example.com', 'a.b:c@example.com/', 'example.com\\@evil.example'])
    assert.deepEqual(validate(addresses, { page }), { valid: false, fields }, page);
});

test('what is no address is rejected, also what would run as a script', () => {
  const fields = {
    email: 'Email must be an email address',
    page: 'Page must be a web address such as https://example.com',
  };
  for (const page of [
    ...['javascript:alert(1.5)', 'JavaScript://example.com/%0aalert(1)', 'data:text/html,x.y'],
    ...['https://', 'http://a b.com', 'https://exa\nmple.com', 'example', 'ftp://example.com'],
    ...['mailto:ada@example.com', '//example.com', 'https://[1', 'https://%00.com'],
    ...['.example.com', 'ada@example.com'],
  ])
    assert.deepEqual(validate(addresses, { email: 'a@b', page }), { valid: false, fields }, page);
  const long = `https://example.com/${'x'.repeat(1981)}`;
  // Would take hours if the time grew with the square of the length.
  const endless = `${'a.'.repeat(2 ** 20)}@`;
  assert.equal(validate(addresses, { page: endless }).valid, false);
  assert.deepEqual(validate(addresses, { page: long }), {
    valid: false,
    fields: { page: 'Page must be at most 2000 characters' },
  });
});
