import type { ItemRow } from '#server/database/item-row.ts';
import { itemFeature } from '#server/items/item-feature.ts';
import { addsReference, createsItemTable } from '#server/items/table.ts';
import {
  dateField,
  emailField,
  numberField,
  referenceField,
  selectField,
  textField,
  webAddressField,
} from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

/** A kind of item that others refer to. */
export const rooms = defineItems({
  one: 'test_room',
  many: 'test_rooms',
  fields: { name: textField('Name', { maxCharacters: 100, isRequired: true }) },
});

/** A kind of item with a reference for each rule, and with the fields that others lack. */
export const tasks = defineItems({
  one: 'test_task',
  many: 'test_tasks',
  fields: {
    title: textField('Title', { maxCharacters: 100, isRequired: true }),
    room: referenceField('Room', { to: 'test_rooms', isRequired: true }),
    store: referenceField('Store', { to: 'test_rooms', whenDeleted: 'refuse' }),
    shelf: referenceField('Shelf', { to: 'test_rooms' }),
    previous: referenceField('Previous task', { to: 'test_tasks', whenDeleted: 'keep' }),
    contact: emailField('Contact'),
    page: webAddressField('Page'),
    length: numberField('Length', { min: -1e308, max: 1e308, unit: 'cm' }),
    pieces: numberField('Pieces', { min: -(2 ** 53), max: 2 ** 53, isWhole: true, unit: 'pcs' }),
    due: dateField('Due'),
    state: selectField('State', { options: { open: 'Open', done: 'Done' } }),
  },
});

declare module '#server/database/schema.ts' {
  interface Schema {
    test_rooms: ItemRow<typeof rooms>;
    test_tasks: ItemRow<typeof tasks>;
  }
}

export const roomsServer = itemFeature(
  rooms,
  { '0001-rooms': createsItemTable('test_rooms', { name: 'text' }) },
  {
    async seedDemo({ id, user_type }, { store }) {
      await store.create(id, { name: `Demo room of the ${user_type}` });
    },
  },
);

export const tasksServer = itemFeature(
  tasks,
  {
    '0001-tasks': createsItemTable('test_tasks', {
      title: 'text',
      room: 'reference',
      store: 'reference?',
      shelf: 'reference?',
      contact: 'text',
      page: 'text',
      length: 'number?',
      pieces: 'number?',
      due: 'text?',
      state: 'text?',
    }),
    '0002-previous': addsReference('test_tasks', 'previous'),
  },
  {
    async seedDemo({ id, user_type }, { store, database }) {
      const room = await database.query
        .selectFrom('test_rooms')
        .select('id')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      await store.create(id, {
        title: `Demo task of the ${user_type}`,
        room: room.id,
        store: null,
        shelf: room.id,
        previous: null,
        contact: `${id}@example.com`,
        page: `https://example.com/${id}`,
        length: 1,
        pieces: null,
        due: null,
        state: null,
      });
    },
  },
);
