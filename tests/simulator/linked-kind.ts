import type { ItemRow } from '#server/database/item-row.ts';
import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { longTextField, referenceField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

/** A kind of item that refers to the test items and to itself. */
export const steps = defineItems({
  one: 'step',
  many: 'steps',
  fields: {
    text: longTextField('Text', { maxCharacters: 1000, isRequired: true }),
    item: referenceField('Item', { to: 'items' }),
    needed: referenceField('Needed item', { to: 'items', whenDeleted: 'refuse' }),
    previous: referenceField('Previous step', { to: 'steps' }),
  },
});

declare module '#server/database/schema.ts' {
  interface Schema {
    steps: ItemRow<typeof steps>;
  }
}

export const stepsServer = itemFeature(steps, {
  '0001-steps': createsItemTable('steps', {
    text: 'text',
    item: 'reference?',
    needed: 'reference?',
    previous: 'reference?',
  }),
});
