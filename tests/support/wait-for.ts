import { setTimeout as sleep } from 'node:timers/promises';

// Generous, because a busy machine is slow.
const TIMEOUT_MS = 60_000;
const POLL_EVERY_MS = 20;

/** Waits until `find` returns neither false nor undefined. Returns the result, or throws an error after a minute. */
export async function waitFor<Result>(what: string, find: () => Result | Promise<Result>) {
  for (const limit = Date.now() + TIMEOUT_MS; Date.now() < limit; await sleep(POLL_EVERY_MS)) {
    const found = await find();
    if (found !== false && found !== undefined) return found as Exclude<Result, false | undefined>;
  }
  throw new Error(`timed out waiting for: ${what}`);
}
