import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Usual clients send few or large chunks. */
const CHUNKS_BEFORE_CHECK = 1000;
const CHUNK_MIN_AVERAGE_BYTES = 256;

/** How long the rest of a body may arrive after the response, so that the client can receive the response. */
const REST_OF_BODY_MS = 500;

const REQUESTS_PER_CONNECTION = 8;
const requestsInProgress = new WeakMap<Socket, number>();

/**
 * Closes the connection when a body arrives in thousands of tiny chunks: each costs far more time and memory than its
 * bytes. Counts chunks when the parser emits them, so also in bodies that no route reads.
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

/**
 * Closes a connection with too many requests in progress. Node starts all requests of a packet at once, each with its
 * response in memory. Browsers and proxies send one at a time. Returns false if it closed the connection.
 */
export function limitPipelining({ socket }: IncomingMessage, response: ServerResponse) {
  const inProgress = (requestsInProgress.get(socket) ?? 0) + 1;
  if (inProgress > REQUESTS_PER_CONNECTION) {
    socket.destroy();
    return false;
  }
  requestsInProgress.set(socket, inProgress);
  response.once('close', () =>
    requestsInProgress.set(socket, (requestsInProgress.get(socket) ?? 1) - 1),
  );
  return true;
}

/**
 * Reserves a connection for a response that takes minutes: closes it when another request arrives, because that one's
 * response would wait in memory. Closes it and returns false if another request is in progress already.
 */
export function reserveConnection({ socket }: IncomingMessage) {
  if ((requestsInProgress.get(socket) ?? 0) > 1) {
    socket.destroy();
    return false;
  }
  requestsInProgress.set(socket, REQUESTS_PER_CONNECTION);
  return true;
}

/** Closes the connection if the body is still arriving after the response. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse) {
  if (!hasBody(request)) return;
  // After the response Node does not emit the chunks of an unread body, so nothing would count them.
  const isChunked = 'transfer-encoding' in request.headers;
  if (isChunked) request.read(0);
  response.once('finish', () => {
    if (isChunked) request.resume();
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroySoon(), REST_OF_BODY_MS);
    request.once('close', () => clearTimeout(timer));
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
