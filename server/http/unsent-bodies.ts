import { createMemoryPool } from './memory-pool.ts';

/** Memory for the unreceived data of all responses: about twelve of the largest photos. */
export const UNSENT_MAX_BYTES = 128 * 1024 * 1024;

const pool = createMemoryPool(UNSENT_MAX_BYTES);

/**
 * Counts a body, or a piece of one, until the client has received it. Calls `giveUp` if others need the memory. Returns
 * a function that ends the count.
 */
export function holdUnsent(address: string, bytes: number, giveUp: () => void) {
  const { add, release } = pool.hold(address, giveUp);
  add(bytes);
  return release;
}
