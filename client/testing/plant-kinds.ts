import { referenceField, textField } from '#shared/fields.ts';
import { defineItems, type ItemOf } from '#shared/items.ts';

/** A kind that refers to itself, and to which another kind refers, for unit tests of syncing. */
export const plants = defineItems({
  one: 'plant',
  many: 'plants',
  fields: {
    name: textField('Name', { maxCharacters: 20 }),
    parent: referenceField('Parent', { to: 'plants' }),
  },
  photo: true,
});

/** A kind whose items keep the plant that they refer to from being deleted. */
export const waterings = defineItems({
  one: 'watering',
  many: 'waterings',
  fields: {
    note: textField('Note', { maxCharacters: 20 }),
    plant: referenceField('Plant', { to: 'plants', isRequired: true }),
    next: referenceField('Next plant', { to: 'plants', whenDeleted: 'refuse' }),
  },
});

const onServer = {
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

/** Returns a plant as the server has it. */
export const plant = (id: string, parent: string | null = null): ItemOf<typeof plants> => ({
  id,
  name: id,
  parent,
  photo_path: null,
  ...onServer,
});

/** Returns a watering as the server has it. */
export const watering = (
  id: string,
  of: string,
  next: string | null = null,
): ItemOf<typeof waterings> => ({ id, note: id, plant: of, next, ...onServer });
