import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf, namesOf } from './names.ts';

test('the names of a feature are derived from its folder', () => {
  assert.deepEqual(namesOf('shopping-items'), {
    path: 'shopping-items',
    onePath: 'shopping-item',
    one: 'shopping_item',
    many: 'shopping_items',
    camelOne: 'shoppingItem',
    camelMany: 'shoppingItems',
    pascalOne: 'ShoppingItem',
    pascalMany: 'ShoppingItems',
    oneInWords: 'shopping item',
    title: 'Shopping items',
  });
});

test('one of a plural is its singular', () => {
  for (const pair of 'tasks:task keys:key houses:house entries:entry boxes:box addresses:address branches:branch statuses:status shelves:shelf leaves:leaf analyses:analysis people:person order-statuses:order-status'.split(
    ' ',
  )) {
    const [many = '', one] = pair.split(':');
    assert.equal(namesOf(many).onePath, one);
  }
});

test('a name whose singular is not known needs --one, which must be another word', () => {
  for (const name of ['sheep', 'tv-series', 's'])
    assert.throws(() => namesOf(name), /What is one of the .* called\? Add it: --one <name>/);
  assert.equal(namesOf('sheep', 'animal').one, 'animal');
  assert.equal(namesOf('staff', 'staff-member').camelOne, 'staffMember');
  assert.throws(() => namesOf('sheep', 'sheep'), /--one must be another word than sheep/);
});

test('a singular is answered with its plural', () => {
  for (const [one, many] of [
    ['plant', 'plants'],
    ['person', 'people'],
    ['shopping-item', 'shopping-items'],
  ] as const)
    assert.throws(() => namesOf(one), {
      message: new RegExp(`^${one} is the name of one: write ${many}, or add .+: --one <name>$`),
    });
});

test('a field’s label is its name in words', () => {
  assert.equal(labelOf('first_name'), 'First name');
});
