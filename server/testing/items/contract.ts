import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { longTextField, textField } from '#shared/fields.ts';
import { type ItemOf, itemContract } from '#shared/item-contract.ts';

export const itemText = v.object({
  title: textField('Title', { maxCharacters: 100 }),
  text: longTextField('Text', { maxCharacters: 1000, isRequired: true }),
});

export const items = itemContract({
  path: '/api/items',
  one: 'item',
  many: 'items',
  fields: itemText,
  photo: true,
});
export type Item = ItemOf<typeof items>;

/** The endpoints of a synced entity with a photo, for tests of the kit. */
export const itemEndpoints = defineEndpoints({
  listItems: items.list,
  createItem: items.create,
  updateItem: items.update,
  deleteItem: items.remove,
  restoreItem: items.restore,
});

export type ItemEndpoints = typeof itemEndpoints;
