import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { HttpError, unavailable } from '#server/errors/errors.ts';
import { logError } from '#server/errors/log-error.ts';
import { isOutage } from '#server/errors/outages.ts';
import type { Log } from '#server/log/log.ts';
import { apiMessages as m } from '#shared/messages.ts';
import { reserveConnection } from './incoming-request.ts';
import { holdUnsent } from './unsent-bodies.ts';

/** Anyone can send long paths, which would displace other log lines. */
const LOGGED_PATH_CHARACTERS = 200;

const LONG_TEXT_CHARACTERS = 16 * 1024;

/** Maximum size of the bodies that wait for the end of a turn of the event loop. Further ones are sent at once. */
const SENT_TOGETHER_MAX_BYTES = 16 * 1024 * 1024;

/** A request and what its response needs. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  /** The address of the client, for limits. */
  address: string;
  /** The headers of every response to this request. */
  headers: Record<string, string>;
};

export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | Streamed | WriteEvents | null;
  /** Ends a streamed body early, by closing its connection. */
  signal?: AbortSignal;
};

/** Writes events to a response whose headers were sent, until it ends. */
export type WriteEvents = (response: ServerResponse) => void;

/** A body that is sent piece by piece, each after the client has received the previous one. */
type Streamed = AsyncGenerator<string | Uint8Array>;

export function json(
  status: number,
  value: object,
  headers: Record<string, string> = {},
): Reply & { body: string } {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}

/** Returns a stream of server-sent events. The last header keeps nginx from buffering them. */
export function events(write: WriteEvents): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    },
    body: write,
  };
}

/** Runs a handler and sends its result, or the error it throws. Logs the request once. */
export async function respond(
  exchange: Exchange,
  log: Log,
  handle: () => Reply | Promise<Reply>,
): Promise<void> {
  const started = performance.now();
  const requestId = randomUUID();
  let reply: Reply;
  try {
    reply = await handle();
  } catch (error) {
    reply = failure(error, log, requestId);
  }
  log.info({
    request_id: requestId,
    method: exchange.request.method,
    path: exchange.path.slice(0, LOGGED_PATH_CHARACTERS),
    status: reply.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
  exchange.headers['X-Request-Id'] = requestId;
  const onError = (error: unknown) => logError(log, error, { request_id: requestId });
  try {
    send(exchange, reply, onError, () => {
      log.warn({ request_id: requestId, msg: GIVEN_UP });
      exchange.response.destroy();
    });
  } catch (error) {
    onError(error);
    exchange.response.destroy();
  }
}

/** Sends an error for a request that reaches no handler. */
export function sendError({ response, headers }: Exchange, error: HttpError) {
  const reply = errorReply(error);
  response.writeHead(reply.status, { ...headers, ...reply.headers }).end(reply.body);
}

/**
 * Ends a response together with the others of this turn of the event loop: waking a proxy or client on the same machine
 * takes as long as handling a small request, and together they wake it only once.
 */
export function end(
  response: ServerResponse,
  body: string | Uint8Array | null,
  onEnded = () => {},
) {
  const bytes = body?.length ?? 0;
  if (bytesSentTogether + bytes > SENT_TOGETHER_MAX_BYTES) return endNow();
  bytesSentTogether += bytes;
  setImmediate(() => {
    bytesSentTogether -= bytes;
    endNow();
  });

  function endNow() {
    response.end(body);
    onEnded();
  }
}

let bytesSentTogether = 0;

/** Sends a reply. Calls `giveUp` if its client does not read it and the memory is needed. */
function send(
  exchange: Exchange,
  reply: Reply,
  onError: (error: unknown) => void,
  giveUp: () => void,
) {
  const { request, response, address } = exchange;
  const { status } = reply;
  // As bytes, because these are counted: in memory, one emoji doubles the size of a text.
  const isLongText = typeof reply.body === 'string' && reply.body.length > LONG_TEXT_CHARACTERS;
  const body = isLongText ? Buffer.from(reply.body as string) : reply.body;
  const headers: OutgoingHttpHeaders = { ...exchange.headers, ...reply.headers };
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    if (body !== null) headers['Content-Length'] = Buffer.byteLength(body);
    end(response.writeHead(status, headers), body, () => {
      // Usually the client has already received it, or it is in the buffers of the connection.
      if (body === null || response.destroyed || response.writableLength === 0) return;
      const bytes = Buffer.byteLength(body);
      response.once('close', holdUnsent(address, bytes, giveUp));
    });
  } else if (request.method === 'HEAD') {
    response.writeHead(status, headers).end();
  } else if (typeof body === 'function') {
    if (!reserveConnection(request, response)) return;
    response.writeHead(status, headers).flushHeaders();
    body(response);
  } else {
    response.writeHead(status, headers);
    reply.signal?.addEventListener('abort', () => response.destroy());
    // On failure the connection is closed, so that the client does not mistake a part for the whole body.
    pipeline(counted(body), response, (error) => {
      if (error && error.code !== CLIENT_GONE) onError(error);
    });
  }

  /** Counts each piece until the next one is requested. */
  async function* counted(pieces: Streamed) {
    for await (const piece of pieces) {
      const release = holdUnsent(address, Buffer.byteLength(piece), giveUp);
      try {
        yield piece;
      } finally {
        release();
      }
    }
  }
}

const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';
const GIVEN_UP =
  'The response was given up: its client does not receive it, and the memory is needed.';

function failure(error: unknown, log: Log, requestId: string): Reply {
  if (error instanceof HttpError) {
    if (error.cause) logError(log, error.cause, { request_id: requestId });
    return errorReply(error);
  }
  logError(log, error, { request_id: requestId });
  if (isOutage(error)) return errorReply(unavailable());
  return json(500, { success: false, error: m.unexpected });
}

function errorReply({ status, message, details, headers }: HttpError) {
  return json(status, { success: false, error: message, ...details }, headers);
}
