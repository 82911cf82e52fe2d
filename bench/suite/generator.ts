import { fork } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '#tests/support/next-message.ts';
import type { HttpRequest } from './row.ts';

export type Generator = ReturnType<typeof startGenerator>;

/** Requests that connections send in turn: as fast as they are answered, or at a fixed rate. */
export type Load = { requests: HttpRequest[]; connections: number; perSecond?: number | undefined };

export type LoadTask = { origin: string; loads: Load[]; seconds: number };

export type LoadResult = {
  /** The result of each load, in the order of the task. */
  loads: { perSecond: number; p50Ms: number; p99Ms: number }[];
  /** The share of time in which the generator was busy. Near 1, it measures itself. */
  busy: number;
};

/** Starts a process that sends requests, so that they do not share an event loop with anything measured. */
export function startGenerator() {
  const child = fork(join(import.meta.dirname, 'generator-process.ts'));
  return {
    /** Throws if a request failed or was answered with an error. */
    async run(task: LoadTask) {
      child.send(task);
      const result = await nextMessage<LoadResult | string>(child);
      if (typeof result === 'string') throw new Error(result);
      return result;
    },
    stop: () => child.disconnect(),
  };
}
