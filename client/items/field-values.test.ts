import assert from 'node:assert/strict';
import { test } from 'node:test';
import { event, eventEntity } from '#client/testing/event-entity.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import { validate } from '#shared/validate.ts';
import { emptyValues, formatValue, hasRequiredTexts, textsIn, titleOf } from './field-values.ts';

const shown = (name: string, value: unknown) => {
  const field = fieldsIn(eventEntity).find((one) => one.name === name);
  assert.ok(field);
  return formatValue(field, value);
};

test('a new item has an empty value for every field', () => {
  assert.deepEqual(emptyValues(eventEntity), {
    title: '',
    details: '',
    seats: null,
    fee: null,
    day: null,
    place: null,
    isPublic: false,
  });
});

test('values are shown as people read them', () => {
  assert.equal(shown('seats', 1500), '1,500');
  assert.equal(shown('fee', 12.5), '12.5');
  assert.equal(shown('fee', 0), '0');
  assert.equal(shown('day', '2026-11-17'), '17 Nov 2026');
  assert.equal(shown('place', 'hall'), 'Town hall');
  assert.equal(shown('isPublic', true), 'Yes');
  assert.equal(shown('isPublic', false), 'No');
});

test('a missing value is shown as nothing, and an unexpected one as it is', () => {
  for (const name of ['title', 'fee', 'day', 'place', 'isPublic'])
    for (const value of [null, undefined, '']) assert.equal(shown(name, value), '');
  assert.equal(shown('fee', 'twelve'), 'twelve');
  assert.equal(shown('day', 'soon'), 'soon');
  for (const value of ['roof', 'constructor', '__proto__'])
    assert.equal(shown('place', value), value);
});

test('a choice that is no option has the label for such values', () => {
  const field = { kind: 'select', label: 'Place', isRequired: false, options: {} } as const;
  assert.equal(formatValue({ ...field, otherLabel: 'Closed' }, 'roof'), 'Closed');
  assert.equal(formatValue({ ...field, otherLabel: 'Closed' }, null), '');
});

test('a form can be saved when no required text is blank, so that saving names the other missing fields', () => {
  const values = emptyValues(eventEntity);
  assert.equal(hasRequiredTexts(eventEntity, values), false);
  assert.equal(hasRequiredTexts(eventEntity, { ...values, title: ' ', seats: 1 }), false);
  const withTitle = { ...values, title: 'Concert' };
  assert.equal(hasRequiredTexts(eventEntity, withTitle), true);
  const checked = validate(eventEntity.fields, withTitle);
  assert.deepEqual(!checked.valid && checked.fields, { seats: 'Seats is required' });
});

test('the first field is the title, and a search looks through the texts and the labels of choices', () => {
  const item = event({ details: 'Bring a friend' });
  assert.equal(titleOf(eventEntity, item), 'Concert');
  assert.deepEqual(textsIn(eventEntity)(item), ['Concert', 'Bring a friend', 'Town hall']);
});
