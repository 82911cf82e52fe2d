/** The latest number of each user, by user id. */
export type LatestSeqs = Map<string, number>;

/** Long enough to combine the writes of a busy moment, short enough to go unnoticed. */
const GATHER_MS = 25;
const PENDING_MAX = 10_000;

/** Collects the changes of a short interval and delivers them together: to the streams here, and to other processes. */
export function createAnnouncements(deliver: (latest: LatestSeqs) => Promise<void>) {
  let pending: LatestSeqs = new Map();
  let timer: NodeJS.Timeout | undefined;

  return {
    add(userId: string, seq: number) {
      pending.set(userId, Math.max(seq, pending.get(userId) ?? 0));
      if (pending.size >= PENDING_MAX) void flush();
      else timer ??= setTimeout(flush, GATHER_MS);
    },
    /** Delivers the rest: devices of other processes must not wait for the next change. */
    stop: flush,
  };

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const latest = pending;
    pending = new Map();
    return deliver(latest);
  }
}
