type Holder = { bytes: number; giveUp(): void };
type Client = { holders: Set<Holder>; bytes: number; count: number };

export type MemoryPool = ReturnType<typeof createMemoryPool>;

/**
 * Limits the memory that clients hold together. Beyond the limit, the oldest holder of the client with the most memory
 * is given up: an attacker loses their own requests, and does not harm clients on slow connections.
 */
export function createMemoryPool(maxBytes: number) {
  const clients = new Map<string, Client>();
  let totalBytes = 0;

  return {
    /** Begins to hold memory for a client. Calls `giveUp` if others need it; then it no longer counts. */
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

      /** Protects it from being given up. It still counts. */
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
