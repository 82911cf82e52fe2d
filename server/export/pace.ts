/** The first pieces may take longer, for example while the client asks where to store the file. */
const GRACE_MS = 60_000;
/** Slower than a slow phone. When places are short, the slowest exports are ended anyway. */
const MIN_BYTES_PER_SECOND = 2 * 1024;
/** How far back the current pace is measured: at least one window, and less than two. */
const WINDOW_MS = 60_000;

export type Pace = ReturnType<typeof createPace>;

/** Starts to measure how fast a client receives an export. */
export function createPace(now = () => performance.now()) {
  const started = now();
  let bytes = 0;
  let from = { at: started, bytes };
  let latest = from;

  return {
    /**
     * Counts a piece that the client is about to receive. Throws if the average pace so far is too low: a client that
     * reads a few bytes at a time would hold one of few places for hours.
     */
    count(pieceBytes: number) {
      const seconds = (now() - started - GRACE_MS) / 1000;
      if (bytes < seconds * MIN_BYTES_PER_SECOND)
        throw new Error('The client receives the export too slowly');
      bytes += pieceBytes;
      moveWindow();
    },

    isInGrace: () => now() - started < GRACE_MS,

    /** Returns the current pace, which a fast beginning does not distort for long. */
    bytesPerSecond() {
      moveWindow();
      return ((bytes - from.bytes) * 1000) / (now() - from.at);
    },
  };

  function moveWindow() {
    if (now() - latest.at < WINDOW_MS) return;
    from = latest;
    latest = { at: now(), bytes };
  }
}
