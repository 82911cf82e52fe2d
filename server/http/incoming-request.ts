import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Ordinary clients send few or large chunks. */
const CHUNKS_BEFORE_CHECK = 1000;
const CHUNK_MIN_AVERAGE_BYTES = 256;

/** How long the rest of a body may arrive after the response, so that the client can receive the response. */
const REST_OF_BODY_MS = 500;

/** Browsers and proxies send no request before the previous response. */
export const REQUESTS_PER_CONNECTION = 8;
/** Maximum number of waiting requests on all connections. Each takes up to 16 KB, and the beginning of its body. */
export const REQUESTS_WAITING = 1000;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A connection with a request in progress. */
type Connection = {
  /** Start the requests that arrived during the current one. */
  waiting: (() => unknown)[];
  isReserved: boolean;
};

const connections = new WeakMap<Socket, Connection>();
let waitingCount = 0;

/**
 * Closes the connection when a body arrives in thousands of tiny chunks: each costs far more time and memory than its
 * bytes. Counts chunks when the parser emits them, so it also covers bodies that no route reads.
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
 * Handles the requests of a connection one after the other: each begins when the previous response was sent. Node
 * begins all requests of a packet at once, so the responses to a client that reads nothing would pile up in memory.
 * Closes the connection if too many wait.
 */
export function oneRequestAtATime(listener: Listener) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const current = connections.get(socket);
    if (!current) {
      const connection = { waiting: [], isReserved: false };
      connections.set(socket, connection);
      return begin(connection);
    }
    const isFull = current.waiting.length + 1 >= REQUESTS_PER_CONNECTION;
    if (isFull || current.isReserved || waitingCount >= REQUESTS_WAITING) return socket.destroy();
    waitingCount++;
    current.waiting.push(() => begin(current));

    function begin(connection: Connection) {
      response.once('close', () => beginNext(socket, connection));
      return listener(request, response);
    }
  };
}

function beginNext(socket: Socket, { waiting }: Connection) {
  // If either side closed the connection, no waiting request is begun, so that the client can safely send it again.
  if (!socket.writable) waitingCount -= waiting.splice(0).length;
  const next = waiting.shift();
  if (!next) return connections.delete(socket);
  waitingCount--;
  return next();
}

/**
 * Reserves a connection for a response that takes minutes: closes it if another request arrives, which would have to
 * wait. Closes it and returns false if one is already waiting. After the response it is closed, too: a proxy would send
 * its next request as soon as the response ends, while the connection still counts as reserved.
 */
export function reserveConnection({ socket }: IncomingMessage, response: ServerResponse) {
  response.shouldKeepAlive = false;
  const connection = connections.get(socket);
  if (!connection) return true;
  if (connection.waiting.length > 0) {
    socket.destroy();
    return false;
  }
  connection.isReserved = true;
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
