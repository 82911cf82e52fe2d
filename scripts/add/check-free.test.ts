import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkDeclarations, checkFree, checkName } from './check-free.ts';
import { filesOf } from './feature-files.ts';
import { parseFields } from './fields.ts';
import { namesOf } from './names.ts';

const root = join(import.meta.dirname, '../..');

const taken = [
  ['users', undefined, /there is a table users/],
  ['profiles', undefined, /the API has updateProfile/],
  ['kit', 'part', /the kit uses this name itself/],
  ['item', 'thing', /the kit uses this name itself/],
  ['index', 'entry', /the kit uses this name itself/],
  ['metrics', undefined, /the kit uses this name itself/],
  ['sqlite-files', undefined, /the kit uses this name itself/],
  ['pg-tables', undefined, /the kit uses this name itself/],
  ['next', 'page', /the kit uses this name itself/],
  ['seqs', undefined, /the kit uses seq/],
  ['successes', undefined, /the kit uses success/],
  ['errors', undefined, /the kit uses error, .* --one/],
  ['escape', 'way', /escape is a word of the language/],
  ['arguments', undefined, /arguments is a word of the language/],
  ['classes', undefined, /class is a word of the language/],
  ['await', 'stop', /await is a word of the language/],
  ['constructors', undefined, /constructor is a word of the language/],
  ['news', 'new', /the kit uses new, the name of one of them, itself/],
  ['inventory', 'item', /the kit uses item/],
  ['import', 'row', /import is a word of the language/],
  ['profile', 'face', /\/profile is the path of a screen|the API has/],
] as const;

for (const [name, one, message] of taken)
  test(`a feature cannot be called ${name}${one ? ` with one ${one}` : ''}`, () => {
    assert.throws(() => checkFree(root, namesOf(name, one)), message);
  });

for (const [name, one] of [
  ['define-items', undefined],
  ['item-screens', undefined],
  ['test-item-store', 'thing'],
] as const)
  test(`a feature cannot be called ${name}, which its files import`, () => {
    assert.throws(() => checkDeclarations(name, textsOf(name, one)), /the kit uses \w+ itself/);
  });

test('a name that is not valid is quoted, and said to be of a feature or a verb', () => {
  assert.throws(() => checkName('', 'feature'), /^Error: "" is not a valid name of a feature: /);
  assert.throws(() => checkName('Water', 'verb'), /^Error: "Water" is not a valid verb: /);
  checkName('move-out', 'verb');
});

test('a name that nothing uses is free', () => {
  checkFree(root, namesOf('meeting-notes'));
  checkDeclarations('meeting-notes', textsOf('meeting-notes'));
});

function textsOf(name: string, one?: string) {
  const fields = parseFields(['title:text', 'photo?']);
  const feature = { names: namesOf(name, one), ...fields, icon: 'Sprout' };
  return filesOf(feature).map(({ text }) => text);
}
