import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const RETRY_EVERY_MS = 10;

/** Runs a statement. Retries after short pauses while another process has the lock. */
export async function retryWhileLocked<Result>(attempt: () => Result, deadline: number) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
    await sleep(RETRY_EVERY_MS);
  }
}

export function isLocked(error: unknown) {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && ((errcode ?? 0) & 0xff) === SQLITE_BUSY;
}

/** A write waited past its deadline. Looks like the error for a locked database. */
export class WaitedTooLong extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = SQLITE_BUSY;
  constructor() {
    super('Another write takes too long, or too many are waiting.');
  }
}
