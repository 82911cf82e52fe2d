import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, events } from '#client/testing/event-kind.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import { fieldsSchema } from '#shared/field-schemas.ts';
import { numberField } from '#shared/fields.ts';
import { validate } from '#shared/validate.ts';
import {
  emptyValues,
  formatValue,
  formLabel,
  hasRequiredTexts,
  labelsLongTexts,
  textsIn,
  titleOf,
} from './field-values.ts';

const shown = (name: string, value: unknown) => {
  const field = fieldsIn(events).find((one) => one.name === name);
  assert.ok(field);
  return formatValue(field, value);
};

test('a new item has an empty value for every field', () => {
  assert.deepEqual(emptyValues(events), {
    title: '',
    details: '',
    seats: null,
    fee: null,
    day: null,
    place: null,
    isPublic: false,
  });
});

test('long texts are labelled if there are several', () => {
  const fields = fieldsIn(events);
  const [details] = fields.filter(({ kind }) => kind === 'long-text');
  assert.ok(details);
  assert.equal(labelsLongTexts(fields), false);
  assert.equal(labelsLongTexts([...fields, { ...details, name: 'directions' }]), true);
});

test('values are shown in readable form', () => {
  assert.equal(shown('seats', 1500), '1,500');
  assert.equal(shown('fee', 12.5), '12.5');
  assert.equal(shown('fee', 0), '0');
  assert.equal(shown('day', '2026-11-17'), '17 Nov 2026');
  assert.equal(shown('place', 'hall'), 'Town hall');
  assert.equal(shown('isPublic', true), 'Yes');
  assert.equal(shown('isPublic', false), 'No');
});

test('a missing value is shown as empty, and an unexpected one unchanged', () => {
  for (const name of ['title', 'fee', 'day', 'place', 'isPublic'])
    for (const value of [null, undefined, '']) assert.equal(shown(name, value), '');
  assert.equal(shown('fee', 'twelve'), 'twelve');
  assert.equal(shown('day', 'soon'), 'soon');
  for (const value of ['roof', 'constructor', '__proto__'])
    assert.equal(shown('place', value), value);
});

test('a number is followed by its unit, and its label in a form names it', () => {
  const field = numberField('Height', { min: 0, max: 500, unit: 'cm' });
  assert.equal(formatValue(field, 12.5), '12.5\u00a0cm');
  assert.equal(formatValue(field, null), '');
  assert.equal(formLabel(field), 'Height (cm, optional)');
  assert.equal(formLabel({ ...field, isRequired: true }), 'Height (cm)');
});

test('a form can be submitted when no required text is blank, so that saving names the other missing fields', () => {
  const values = emptyValues(events);
  assert.equal(hasRequiredTexts(events, values), false);
  assert.equal(hasRequiredTexts(events, { ...values, title: ' ', seats: 1 }), false);
  const withTitle = { ...values, title: 'Concert' };
  assert.equal(hasRequiredTexts(events, withTitle), true);
  const checked = validate(fieldsSchema(events.fields), withTitle);
  assert.deepEqual(!checked.valid && checked.fields, { seats: 'Seats is required' });
});

test('the first field is the title, and a search looks through the texts and the labels of choices', () => {
  const item = event({ details: 'Bring a friend' });
  assert.equal(titleOf(events, item), 'Concert');
  assert.deepEqual(textsIn(events)(item), ['Concert', 'Bring a friend', 'Town hall']);
});
