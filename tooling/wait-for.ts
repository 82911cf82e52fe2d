import { setTimeout as sleep } from 'node:timers/promises';

// Generous: a busy machine makes a test slow, not wrong.
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** Waits until a condition holds. Throws with its name when it does not in time. */
export async function waitFor(what: string, holds: () => boolean | Promise<boolean>) {
  for (const limit = Date.now() + WAIT_MS; Date.now() < limit; await sleep(LOOK_EVERY_MS))
    if (await holds()) return;
  throw new Error(`waited in vain: ${what}`);
}
