import { createMemoryPool } from './memory-pool.ts';

/** The memory for what clients have yet to receive, of all responses together: about twelve of the largest photos. */
export const UNSENT_MAX_BYTES = 128 * 1024 * 1024;

const pool = createMemoryPool(UNSENT_MAX_BYTES);

/**
 * Counts a body, or a piece of one, until its client address has received it. `giveUp` is called if the memory is
 * needed for others. Returns a function that ends the count.
 */
export function holdUnsent(address: string, bytes: number, giveUp: () => void) {
  const { add, release } = pool.hold(address, giveUp);
  add(bytes);
  return release;
}
