/** The first pieces may take longer, for example while the client asks where to store the file. */
const GRACE_MS = 60_000;
const MIN_BYTES_PER_SECOND = 16 * 1024;

/**
 * Passes pieces on as fast as they are taken. Throws when they are taken too slowly on average: whoever reads a few bytes
 * now and then would hold one of few places for hours.
 */
export async function* requirePace(
  pieces: AsyncIterable<Uint8Array>,
  now = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  const started = now();
  let bytes = 0;
  for await (const piece of pieces) {
    const seconds = (now() - started - GRACE_MS) / 1000;
    if (bytes < seconds * MIN_BYTES_PER_SECOND)
      throw new Error('The client receives the export too slowly');
    bytes += piece.length;
    yield piece;
  }
}
