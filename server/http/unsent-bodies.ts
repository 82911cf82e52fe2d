/** The memory for what clients have yet to receive, of all responses together: about twelve of the largest photos. */
export const UNSENT_MAX_BYTES = 128 * 1024 * 1024;

type Body = { bytes: number; giveUp(): void };
type Holder = { address: string; bytes: number; bodies: Set<Body> };

const holders = new Map<string, Holder>();
let totalBytes = 0;

/**
 * Counts a body, or a piece of one, until its client has received it. If all together take too much memory, gives up
 * the oldest of the client address with the most: whoever reads nothing on many connections ends only own responses,
 * and none of others on a slow one. Returns a function that ends the count.
 */
export function holdUnsent(address: string, body: Body) {
  const holder = holders.get(address) ?? { address, bytes: 0, bodies: new Set() };
  holders.set(address, holder);
  holder.bodies.add(body);
  holder.bytes += body.bytes;
  totalBytes += body.bytes;
  while (totalBytes > UNSENT_MAX_BYTES) giveUpOne();
  return () => release(holder, body);
}

function giveUpOne() {
  const most = [...holders.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a));
  for (const oldest of most.bodies) {
    release(most, oldest);
    return oldest.giveUp();
  }
}

function release(holder: Holder, body: Body) {
  if (!holder.bodies.delete(body)) return;
  holder.bytes -= body.bytes;
  totalBytes -= body.bytes;
  if (holder.bodies.size === 0) holders.delete(holder.address);
}
