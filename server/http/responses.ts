import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { badRequest, HttpError, unavailable } from '#server/errors.ts';
import type { Log } from '#server/log.ts';
import { isOutage } from '#server/outages.ts';
import { reportError } from '#server/report-error.ts';
import { apiMessages as m } from '#shared/messages.ts';
import type { AppContext } from './app-context.ts';
import { reserveConnection } from './incoming-request.ts';

/** Anyone can send long paths, which would take the place of other lines. */
const LOGGED_PATH_CHARACTERS = 200;

export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | Streamed | WriteEvents | null;
};

/** Writes events to a response whose headers were sent, until it ends. */
export type WriteEvents = (response: ServerResponse) => void;

/** A body written piece by piece, each after the client has received the one before. */
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

/** A stream of server-sent events. The last header keeps nginx from collecting them. */
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

/** Runs a handler and turns its result, or the error it throws, into a response. Logs the request once. */
export async function respond(c: AppContext, log: Log, handle: () => Promise<Reply>) {
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
    method: c.req.method,
    path: c.req.path.slice(0, LOGGED_PATH_CHARACTERS),
    status: reply.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
  reply.headers['X-Request-Id'] = requestId;
  const { status, headers, body } = reply;
  const isWritten = typeof body === 'function' || isStreamed(body);
  if (!isWritten) return new Response(body, { status, headers });
  if (c.env.incoming.method === 'HEAD') return new Response(null, { status, headers });
  if (typeof body === 'function') {
    if (!reserveConnection(c.env.incoming)) return RESPONSE_ALREADY_SENT;
    c.env.outgoing.writeHead(status, headers).flushHeaders();
    body(c.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  }
  c.env.outgoing.writeHead(status, headers);
  // On failure the connection is closed, so that the client does not take a part of the body for the whole.
  pipeline(body, c.env.outgoing, (error) => {
    if (error && error.code !== CLIENT_GONE) reportError(log, error, { request_id: requestId });
  });
  return RESPONSE_ALREADY_SENT;
}

/**
 * Responds to an error outside the endpoints: a request that is too malformed for any route, with a backslash in the
 * path or an invalid Host, or a failure that is reported.
 */
export function respondToError(error: unknown, log: Log) {
  const isMalformed = error instanceof RequestError;
  if (!isMalformed) reportError(log, error);
  const { status, headers, body } = isMalformed
    ? errorReply(badRequest(m.bodyUnreadable))
    : json(500, { success: false, error: m.unexpected });
  return new Response(body, { status, headers });
}

/** Sends an error for a request that does not reach the app. */
export function sendError(response: ServerResponse, error: HttpError) {
  const { status, headers, body } = errorReply(error);
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' }).end(body);
}

const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

function isStreamed(body: Reply['body']): body is Streamed {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function failure(error: unknown, log: Log, requestId: string): Reply {
  if (error instanceof HttpError) {
    if (error.cause) reportError(log, error.cause, { request_id: requestId });
    return errorReply(error);
  }
  reportError(log, error, { request_id: requestId });
  if (isOutage(error)) return errorReply(unavailable());
  return json(500, { success: false, error: m.unexpected });
}

function errorReply({ status, message, details, headers }: HttpError) {
  return json(status, { success: false, error: message, ...details }, headers);
}
