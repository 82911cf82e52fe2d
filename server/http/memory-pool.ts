type Holder = { bytes: number; giveUp(): void };
type Client = { holders: Set<Holder>; bytes: number; count: number };

export type MemoryPool = ReturnType<typeof createMemoryPool>;

/**
 * Bounds the memory that clients take together. When it is exceeded, the oldest holder of the client with the most is
 * given up: whoever takes much on purpose ends only their own requests, and nobody on a slow connection.
 */
export function createMemoryPool(maxBytes: number) {
  const clients = new Map<string, Client>();
  let totalBytes = 0;

  return {
    /** Begins to hold memory for a client. `giveUp` is called if it is needed for others, and then it counts no more. */
    hold(name: string, giveUp: () => void) {
      const client = clients.get(name) ?? { holders: new Set(), bytes: 0, count: 0 };
      clients.set(name, client);
      const holder: Holder = {
        bytes: 0,
        giveUp() {
          release();
          giveUp();
        },
      };
      let isHeld = true;
      client.holders.add(holder);
      client.count++;
      return { add, keep, release };

      function add(bytes: number) {
        if (!isHeld) return;
        count(bytes);
        while (totalBytes > maxBytes && giveUpOne());
      }

      /** Makes sure that it is not given up any more. It still counts. */
      function keep() {
        client.holders.delete(holder);
      }

      function release() {
        if (!isHeld) return;
        isHeld = false;
        keep();
        count(-holder.bytes);
        if (--client.count === 0) clients.delete(name);
      }

      function count(bytes: number) {
        holder.bytes += bytes;
        client.bytes += bytes;
        totalBytes += bytes;
      }
    },
  };

  function giveUpOne() {
    let most: Client | undefined;
    for (const client of clients.values())
      if (client.holders.size > 0 && client.bytes > (most?.bytes ?? 0)) most = client;
    const [oldest] = most?.holders ?? [];
    oldest?.giveUp();
    return oldest !== undefined;
  }
}
