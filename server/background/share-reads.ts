import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 2000;

/**
 * Wraps a read, so that concurrent callers share one. Returns undefined if it fails or takes too long; a read that hangs
 * is not started again, because each would keep a connection or a thread.
 */
export function shareReads<Value>(read: () => Promise<Value>) {
  let current: Promise<Value | undefined> | undefined;
  return (): Promise<Value | undefined> => {
    current ??= read()
      .catch(() => undefined)
      .finally(() => {
        current = undefined;
      });
    return Promise.race([current, sleep(LIMIT_MS, undefined, { ref: false })]);
  };
}
