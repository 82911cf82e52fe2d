import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFields } from './fields.ts';

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
  ['due', /^due needs a type: due:text \(or text, longtext, number, date, boolean or select/],
  ['due:', /^due needs a type/],
  ['due:day', /^due has the unknown type day: use text, longtext/],
  ['Due:date', /^Due:date does not begin with a name: use lower-case letters/],
  ['due-date:date', /^due-date:date does not begin with a name/],
  [':date', /^:date does not begin with a name/],
  ['__proto__:text', /^__proto__:text does not begin with a name/],
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
  ["size:select(a|b'c)", /^size has the option "b'c": use lower-case letters/],
];

for (const [word, message] of mistakes)
  test(`${word.slice(0, 20)} is rejected with advice`, () => {
    assert.throws(() => parseFields(['title:text', ...word.split(' ')]), { message });
  });

test('the first field must be a required text, the title', () => {
  for (const words of [[], ['photo?'], ['done:boolean', 'title:text'], ['title:text?']])
    assert.throws(() => parseFields(words), {
      message: 'The first field is the title of each entry: write it as title:text',
    });
});
