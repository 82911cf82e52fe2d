import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkFree } from './check-free.ts';
import { namesOf } from './names.ts';

const root = join(import.meta.dirname, '../..');

const taken = [
  ['users', undefined, /there is a table users/],
  ['profiles', undefined, /the API has updateProfile/],
  ['kit', 'part', /the kit uses this name itself/],
  ['item', 'thing', /the kit uses this name itself/],
  ['complete', 'part', /the kit uses this name itself/],
  ['index', 'entry', /the kit uses this name itself/],
  ['metrics', undefined, /the kit uses this name itself/],
  ['sqlite-files', undefined, /the kit uses this name itself/],
  ['portables', undefined, /the kit uses portable/],
  ['handles', undefined, /the kit uses handle/],
  ['registers', undefined, /the kit uses register/],
  ['arguments', undefined, /arguments is a word of the language/],
  ['news', 'new', /the kit uses new, the name of one of them, itself/],
  ['inventory', 'item', /the kit uses item/],
  ['order-items', 'order', /the kit uses order/],
  ['import', 'row', /import is a word of the language/],
  ['profile', 'face', /\/profile is a screen|the API has/],
] as const;

for (const [name, one, message] of taken)
  test(`a feature cannot be called ${name}${one ? ` with one ${one}` : ''}`, () => {
    assert.throws(() => checkFree(root, namesOf(name, one)), message);
  });

test('a name that nothing uses is free', () => {
  checkFree(root, namesOf('meeting-notes'));
});
