import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkReferences, parseField, parseFields } from './fields.ts';

test('each type is read, required or optional, and a photo', () => {
  const words = ['title:text', 'notes:longtext?', 'price:number', 'due_date:date?', 'done:boolean'];
  assert.deepEqual(parseFields([...words, 'size:select(small|extra_large)?', 'photo?']), {
    fields: [
      { name: 'title', label: 'Title', isRequired: true, type: 'text' },
      { name: 'notes', label: 'Notes', isRequired: false, type: 'longtext' },
      { name: 'price', label: 'Price', isRequired: true, type: 'number' },
      { name: 'due_date', label: 'Due date', isRequired: false, type: 'date' },
      { name: 'done', label: 'Done', isRequired: true, type: 'boolean' },
      {
        name: 'size',
        label: 'Size',
        isRequired: false,
        type: 'select',
        options: ['small', 'extra_large'],
      },
    ],
    photo: true,
  });
  assert.equal(parseFields(['title:text']).photo, false);
});

const LONG_TEXTS = Array.from({ length: 15 }, (_, index) => `text${index}:longtext?`).join(' ');
const mistakes: [string, RegExp][] = [
  [
    'due',
    /^due needs a type: due:text \(or text, longtext, number, number\(0\.\.50 kg\), date, boolean, email/,
  ],
  ['due:', /^due needs a type/],
  ['due:day', /^due has the unknown type day: use text, longtext/],
  ['Due:date', /^"Due:date" does not begin with a name: use lower-case letters/],
  ['due-date:date', /^"due-date:date" does not begin with a name/],
  [':date', /^":date" does not begin with a name/],
  ['', /^"" does not begin with a name/],
  ['__proto__:text', /^"__proto__:text" does not begin with a name/],
  [`${'a'.repeat(41)}:text`, /is too long: a name has at most 40 characters$/],
  ['due:date due:date', /^There are two fields called due$/],
  ['title:text', /^title must be the first field$/],
  ['version:number', /^version is the name of something else: use another one$/],
  ['constructor:text', /^constructor is the name of something else/],
  ['prototype:text', /^prototype is the name of something else/],
  ['xmin:number', /^xmin is the name of something else/],
  ['then:text', /^then is the name of something else/],
  [LONG_TEXTS, /^A feature can have at most 14 fields of type longtext$/],
  ['photo', /^A photo is always optional: write it as photo\?/],
  ['photo:text', /^A photo has no type: write it as photo\?$/],
  ['done:boolean?', /^done is false until it is set, so it needs no "\?": write done:boolean$/],
  ['size:select', /^size needs its options, in quotes: "size:select\(small\|large\)"$/],
  ['size:select()', /^size has the option ""/],
  ['size:select(a)', /^size needs at least two options$/],
  ['size:select(a|b|a)', /^size has the option a twice$/],
  ['size:number()', /^size has the range "": write "size:number\(0\.\.50\)"/],
  ['size:number(5..1)', /^size is from 5 to 1: write the lower number first$/],
  ['size:number(0..1e9)', /^size has the range "0\.\.1e9"/],
  ['size:number(0..9999999999999999)', /^size has a number above 1000000000000000/],
  ['size:number(0..5 {kg})', /^size has the range/],
  ["size:number(0..5'kg')", /^size has the range/],
  [
    'size:number(0..5kg)',
    /^size has the range "0\.\.5kg": write .+ with a unit "size:number\(0\.\.50 kg\)"$/,
  ],
  ['size:number(0..5 abcdefghijk)', /^abcdefghijk is too long for a unit: at most 10 characters$/],
  ['plant:ref', /^plant needs the kind that it refers to, in quotes: "plant:ref\(plants\)"$/],
  ['plant:ref(Plants)', /^plant needs the kind/],
  ['plant:ref(plants,drop)?', /^plant has the unknown rule drop: use keep, clear, refuse$/],
  ['plant:ref(plants,clear)', /^plant cannot be cleared, because it is required: add "\?"/],
  ["size:select(a|b'c)", /^size has the option "b'c": use lower-case letters/],
];

for (const [word, message] of mistakes)
  test(`${word.slice(0, 20)} is rejected with advice`, () => {
    assert.throws(() => parseFields(['title:text', ...word.split(/ (?=\w+:)/)]), { message });
  });

test('the first field must be a required text, the title', () => {
  for (const words of [[], ['photo?'], ['done:boolean', 'title:text'], ['title:text?']])
    assert.throws(() => parseFields(words), {
      message: 'The first field is the title of each entry: write it as title:text',
    });
});

test('a number may have a range and a unit, and a reference a rule', () => {
  assert.deepEqual(parseField('t:number(-10.5..40 °C)?'), {
    ...{ name: 't', label: 'T', isRequired: false, type: 'number' },
    range: { min: -10.5, max: 40, unit: '°C' },
  });
  assert.deepEqual(parseField('t:number(0..500)'), {
    ...{ name: 't', label: 'T', isRequired: true, type: 'number' },
    range: { min: 0, max: 500 },
  });
  assert.deepEqual(parseField('plant:ref(my-plants, keep)'), {
    ...{ name: 'plant', label: 'Plant', isRequired: true, type: 'ref' },
    ...{ to: 'my_plants', whenDeleted: 'keep' },
  });
});

test('a field refers to a kind that exists, and to its own only if it is optional', () => {
  const check = (word: string, kinds = ['plants']) =>
    checkReferences([parseField(word)], 'tasks', kinds);
  check('plant:ref(plants)');
  check('parent:ref(tasks)?');
  for (const kinds of [['plants'], ['plants', 'tasks']])
    assert.throws(() => check('plant:ref(plans)', kinds), {
      message:
        'plant refers to plans, which features/contract.ts does not have: there are plants, tasks',
    });
  assert.throws(() => check('parent:ref(tasks)'), {
    message: /^parent must be optional, because the first of the tasks has none to refer to/,
  });
});
