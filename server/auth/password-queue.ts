import cluster from 'node:cluster';
import { createFairQueue } from '#server/background/fair-queue.ts';
import { unavailable } from '#server/errors/errors.ts';
import { networkOf } from '#server/http/address.ts';

// Hashes run in libuv's four threads: three at a time keep two cores busy while the database stores a session, and
// leave a thread for file reads. With several workers, each hashes one at a time, so that together they leave time for
// other requests and the database.
const AT_ONCE = cluster.isWorker ? 1 : 3;
const WAITING_MAX = 500;
/** About a second of work. The users in an office may share an address. */
const WAITING_PER_NETWORK_MAX = 30;

const queue = createFairQueue({
  atOnce: AT_ONCE,
  atOncePerClient: AT_ONCE,
  waitingMax: WAITING_MAX,
  waitingPerClientMax: WAITING_PER_NETWORK_MAX,
  rejection: unavailable,
});

/**
 * Runs a request's password hashing in turn. Networks take turns, so that one with many attempts delays others by one
 * attempt at most. Throws 503 if too many wait, or if the client has left in the meantime.
 */
export function inPasswordQueue<Result>(
  { address, hasLeft }: { address: string; hasLeft(): boolean },
  work: () => Promise<Result>,
) {
  return queue.run(networkOf(address), work, () => !hasLeft());
}

/** Counts the requests that hash passwords, and the waiting ones. */
export const passwordQueue = queue.counts;
