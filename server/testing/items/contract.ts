import { longTextField, textField } from '#shared/fields.ts';
import { defineItems, type ItemOf } from '#shared/items.ts';

/** A kind of item with a photo, for tests of the kit. */
export const testItems = defineItems({
  one: 'item',
  many: 'items',
  fields: {
    title: textField('Title', { maxCharacters: 100 }),
    text: longTextField('Text', { maxCharacters: 1000, isRequired: true }),
  },
  photo: true,
});
export type TestItem = ItemOf<typeof testItems>;
