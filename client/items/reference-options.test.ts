import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ReferenceField, referenceField, textField } from '#shared/fields.ts';
import { optionsOf, withOwnId } from './reference-options.ts';

const titles = new Map([
  ['1', 'Rose'],
  ['2', 'ivy'],
  ['3', 'Äpfel'],
]);
const field: ReferenceField = {
  ...referenceField('Plant', { to: 'plants', whenDeleted: 'keep' }),
  titles,
  missingTitle: 'Deleted',
};
const labels = (one: ReferenceField, chosen: string | null) =>
  optionsOf(one, chosen).map(({ label }) => label);

test('items are offered by title, and the chosen one even if it was deleted', () => {
  assert.deepEqual(labels(field, '1'), ['Äpfel', 'ivy', 'Rose']);
  assert.deepEqual(labels(field, '4'), ['Äpfel', 'ivy', 'Rose', 'Deleted']);
  assert.deepEqual(labels({ ...field, titles: new Map() }, null), []);
});

test('an item is not offered to itself, unless it was chosen elsewhere', () => {
  const own = { ...field, ownId: '2' };
  assert.deepEqual(labels(own, null), ['Äpfel', 'Rose']);
  assert.deepEqual(labels(own, '2'), ['Äpfel', 'ivy', 'Rose']);
  const fields = [
    { ...field, name: 'plant' },
    { ...textField('Name', { maxCharacters: 9 }), name: 'name' },
  ];
  assert.deepEqual(
    withOwnId(fields, { many: 'plants' }, '2').map((one) => 'ownId' in one),
    [true, false],
  );
  assert.deepEqual(withOwnId(fields, { many: 'tasks' }, '2'), fields);
  assert.deepEqual(withOwnId(fields, { many: 'plants' }, undefined), fields);
});

test('the same titles are sorted once, because a form renders at every key press', () => {
  assert.equal(optionsOf(field, null), optionsOf({ ...field }, '1'));
});
