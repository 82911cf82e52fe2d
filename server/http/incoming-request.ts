import { IncomingMessage, type ServerResponse } from 'node:http';

/** Network packets and the chunks of usual clients are larger, and a small body has only a few chunks of any size. */
const CHUNKS_BEFORE_CHECK = 1000;
const CHUNK_MIN_AVERAGE_BYTES = 256;

/** How long the rest of a body may still arrive after the answer, so that its sender gets to see the answer. */
const REST_OF_BODY_MS = 500;

/**
 * Ends the connection of a body that comes in a great many tiny chunks: each costs far more time and memory than its
 * bytes. It counts as the parser hands them over, and so also for bodies that no route reads.
 */
export class BoundedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null) {
    if (chunk === null) return super.push(chunk);
    this.#chunks++;
    this.#bytes += chunk.length;
    if (this.#chunks < CHUNKS_BEFORE_CHECK) return super.push(chunk);
    if (this.#bytes >= this.#chunks * CHUNK_MIN_AVERAGE_BYTES) return super.push(chunk);
    this.socket.destroy();
    return false;
  }
}

/** Closes the connection of a request that is answered while its body still arrives. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse) {
  // Of a body that nobody asked for, Node would not hand over the chunks after the answer, and nothing count them.
  const isChunked = 'transfer-encoding' in request.headers;
  if (isChunked) request.read(0);
  response.once('finish', () => {
    if (isChunked) request.resume();
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroySoon(), REST_OF_BODY_MS);
    request.once('close', () => clearTimeout(timer));
  });
}
