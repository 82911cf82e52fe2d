import { createSending } from '#client/sync/sending.ts';
import { taskEntity } from './task-entity.ts';
import { outbox } from './task-outbox.ts';

/** Sends the outbox of the tests, as a page without other tabs does. */
export const createTaskSending = () =>
  createSending({
    userId: 'ada',
    entities: [taskEntity],
    bearer: 'token',
    withLock: (_name, _signal, work) => work(new AbortController().signal),
    outbox,
    onEvent() {},
  });
