import {
  checkboxField,
  dateField,
  longTextField,
  numberField,
  selectField,
  textField,
} from '#shared/fields.ts';
import { defineItems, type ItemOf } from '#shared/items.ts';

/** A kind with a field of every type, for unit tests. */
export const events = defineItems({
  one: 'event',
  many: 'events',
  fields: {
    title: textField('Title', { maxCharacters: 20, isRequired: true }),
    details: longTextField('Details', { maxCharacters: 40 }),
    seats: numberField('Seats', { min: 1, max: 500, isWhole: true, isRequired: true }),
    fee: numberField('Fee', { min: 0, max: 1000 }),
    day: dateField('Day'),
    place: selectField('Place', { options: { hall: 'Town hall', park: 'City park' } }),
    isPublic: checkboxField('Public'),
  },
});

type EventItem = ItemOf<typeof events>;

/** Returns an item as the server has it. */
export const event = (values: Partial<EventItem> = {}): EventItem => ({
  id: 'event-1',
  title: 'Concert',
  details: '',
  seats: 80,
  fee: 12.5,
  day: '2026-11-17',
  place: 'hall',
  isPublic: false,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...values,
});
