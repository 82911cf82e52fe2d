import * as v from 'valibot';
import type { Item, SyncedEntity } from '#client/sync/entity.ts';
import type { EndpointName } from '#shared/endpoints.ts';

/** An entity with two texts and a photo, for unit tests of syncing. */
export const taskEntity: SyncedEntity = {
  name: 'tasks',
  fields: v.object({
    title: v.pipe(v.string(), v.maxLength(20, 'Too long')),
    content: v.string(),
  }),
  list: { endpoint: 'list' as EndpointName, key: 'tasks' },
  create: 'create' as EndpointName,
  update: 'update' as EndpointName,
  remove: 'remove' as EndpointName,
  restore: 'restore' as EndpointName,
  itemKey: 'task',
};

type Task = Item & { title: string; content: string };

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
