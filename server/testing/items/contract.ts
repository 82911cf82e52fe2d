import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { longTextField, textField } from '#shared/fields.ts';
import { type ItemModel, type ItemOf, itemContract } from '#shared/item-contract.ts';

export const itemModel = {
  one: 'item',
  many: 'items',
  fields: v.object({
    title: textField('Title', { maxCharacters: 100 }),
    text: longTextField('Text', { maxCharacters: 1000, isRequired: true }),
  }),
  photo: true,
} as const satisfies ItemModel;

export const items = itemContract('/api/items', itemModel);
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
