import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnTypeOf, definitionOf, numberCode } from './field-code.ts';
import { parseField } from './fields.ts';

for (const [word, definition, column] of [
  ['name:text', "name: textField('Name', { maxCharacters: 100, isRequired: true })", 'text'],
  ['notes:longtext?', "notes: longTextField('Notes', { maxCharacters: 1000 })", 'text'],
  ['due_date:date?', "due_date: dateField('Due date')", 'text?'],
  ['done:boolean', "done: checkboxField('Done')", 'boolean'],
  ['mail:email', "mail: emailField('Mail', { isRequired: true })", 'text'],
  ['site:url?', "site: webAddressField('Site')", 'text'],
  [
    'size:select(s|2_x)?',
    "size: selectField('Size', { options: { s: 'S', '2_x': '2 x' } })",
    'text?',
  ],
  [
    'height:number(0..50 kg)',
    "height: numberField('Height', { min: 0, max: 50, unit: 'kg', isRequired: true })",
    'number',
  ],
  [
    'price:number?',
    "price: numberField('Price', { min: -1_000_000_000, max: 1_000_000_000 })",
    'number?',
  ],
  [
    'plant:ref(plants)',
    "plant: referenceField('Plant', { to: 'plants', isRequired: true })",
    'reference',
  ],
  [
    'plant:ref(my-plants, keep)?',
    "plant: referenceField('Plant', { to: 'my_plants', whenDeleted: 'keep' })",
    'reference?',
  ],
] as const)
  test(`${word} becomes a field and a column`, () => {
    const field = parseField(word);
    assert.deepEqual([definitionOf(field), columnTypeOf(field)], [definition, column]);
  });

test('long numbers in code have separators', () => {
  assert.deepEqual([1234, -12345, 1234567.25, 0.5].map(numberCode), [
    '1234',
    '-12_345',
    '1_234_567.25',
    '0.5',
  ]);
});
