import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { badRequest, Refusal, unavailable } from '#server/errors.ts';
import type { Log } from '#server/log.ts';
import { isOutage } from '#server/outages.ts';
import { apiMessages as m } from '#shared/messages.ts';
import type { AppContext } from './app-context.ts';

export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | Streamed | null;
};

/** Written piece by piece, each when the client has taken the one before. */
type Streamed = AsyncGenerator<string>;

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

/** The one place where work becomes an answer and a failure becomes its envelope; each request is logged once. */
export async function answerTo(c: AppContext, log: Log, work: () => Promise<Reply>) {
  const started = performance.now();
  const requestId = randomUUID();
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    reply = failure(error, log, requestId);
  }
  log.info({
    request_id: requestId,
    method: c.req.method,
    path: c.req.path,
    status: reply.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  });
  reply.headers['X-Request-Id'] = requestId;
  reply.headers['X-Content-Type-Options'] = 'nosniff';
  const { status, headers, body } = reply;
  if (!isStreamed(body)) return new Response(body, { status, headers });
  if (c.env.incoming.method === 'HEAD') return new Response(null, { status, headers });
  c.env.outgoing.writeHead(status, headers);
  // An answer that cannot be finished ends its connection, so that nobody takes the part for the whole.
  pipeline(body, c.env.outgoing, (error) => {
    if (error && error.code !== CLIENT_GONE) log.error({ request_id: requestId, err: error });
  });
  return RESPONSE_ALREADY_SENT;
}

/** So broken that no route sees it: a backslash in the path, a Host that is none. */
export function answerToBrokenRequest(error: unknown) {
  const { status, headers, body } =
    error instanceof RequestError
      ? refusal(badRequest(m.bodyUnreadable))
      : json(500, { success: false, error: m.unexpected });
  return new Response(body, { status, headers });
}

/** For a request that is refused before it reaches the app. */
export function sendRefusal(response: ServerResponse, refused: Refusal) {
  const { status, headers, body } = refusal(refused);
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' }).end(body);
}

const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

function isStreamed(body: Reply['body']): body is Streamed {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function failure(error: unknown, log: Log, requestId: string): Reply {
  if (error instanceof Refusal) {
    if (error.cause) log.error({ request_id: requestId, err: error.cause });
    return refusal(error);
  }
  log.error({ request_id: requestId, err: error });
  if (isOutage(error)) return refusal(unavailable());
  return json(500, { success: false, error: m.unexpected });
}

function refusal({ status, message, details, headers }: Refusal) {
  return json(status, { success: false, error: message, ...details }, headers);
}
