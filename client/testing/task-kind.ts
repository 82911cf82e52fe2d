import { longTextField, textField } from '#shared/fields.ts';
import { defineItems, type ItemOf } from '#shared/items.ts';

/** A kind with two texts and a photo, for unit tests of syncing. */
export const tasks = defineItems({
  one: 'task',
  many: 'tasks',
  fields: {
    title: textField('Title', { maxCharacters: 20 }),
    content: longTextField('Content', { maxCharacters: 1000 }),
  },
  photo: true,
});

type Task = ItemOf<typeof tasks>;

/** Returns an item as the server has it. */
export function task(values: Partial<Task> = {}): Task {
  return {
    id: 'task-1',
    title: 'Title',
    content: 'one two three',
    photo_path: null,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...values,
  };
}
