import { createSending } from '#client/sync/sending.ts';
import { tasks } from './task-kind.ts';
import { outbox } from './task-outbox.ts';

/** Sends the test outbox like a page without other tabs. */
export const createTaskSending = () =>
  createSending({
    userId: 'ada',
    kinds: [tasks],
    bearer: 'token',
    withLock: (_name, _signal, work) => work(new AbortController().signal),
    outbox,
    onEvent() {},
  });
