import { setTimeout as sleep } from 'node:timers/promises';

// Generous, because tests are slow on a busy machine.
const TIMEOUT_MS = 30_000;
const POLL_EVERY_MS = 20;

/** Waits until a condition is true. Throws an error with its description after 30 s. */
export async function waitFor(what: string, holds: () => boolean | Promise<boolean>) {
  for (const limit = Date.now() + TIMEOUT_MS; Date.now() < limit; await sleep(POLL_EVERY_MS))
    if (await holds()) return;
  throw new Error(`timed out waiting for: ${what}`);
}
