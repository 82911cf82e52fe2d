import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { MetricsConfig } from '#server/config.ts';
import { tokenHash } from '#server/database/secrets.ts';
import { logError } from '#server/errors/log-error.ts';
import {
  BoundedRequest,
  closeAfterResponse,
  oneRequestAtATime,
} from '#server/http/incoming-request.ts';
import { listen } from '#server/http/listen.ts';
import { pathOf } from '#server/http/request-target.ts';
import type { Log } from '#server/log/log.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';

export const METRICS_PATH = '/metrics';

export type MetricsHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Returns a handler that sends the metrics in Prometheus's text format. Requires the token, if one is set. */
export function createMetricsHandler(
  { token }: Pick<MetricsConfig, 'token'>,
  log: Log,
  text: () => Promise<string>,
): MetricsHandler {
  return oneRequestAtATime(async (request, response) => {
    closeAfterResponse(request, response);
    if (request.method !== 'GET') return end(response, 405, { Allow: 'GET' });
    if (token && !hasToken(request, token))
      return end(response, 401, { 'WWW-Authenticate': 'Bearer' });
    try {
      const body = await text();
      end(response, 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }, body);
    } catch (error) {
      logError(log, error, { msg: 'The metrics could not be read.' });
      end(response, 500, {});
    }
  });
}

/** Serves the metrics on a separate port. Resolves when it listens. */
export async function serveMetrics(
  { port, host }: { port: number; host: string },
  handle: MetricsHandler,
  log: Log,
) {
  const server = createServer({ IncomingMessage: BoundedRequest }, (request, response) => {
    if (pathOf(request) === METRICS_PATH) handle(request, response);
    else end(response, 404, {});
  });
  await listen(server, { port, host, inheritsSocket: false }, log).catch((error) => {
    throw new InvalidSetting(`METRICS_PORT: cannot listen on ${host}:${port}: ${error.message}`);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Compares hashes, so that timing does not reveal how much of the token is right. */
function hasToken({ headers }: IncomingMessage, token: string) {
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(token)));
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body?: string,
) {
  response
    .writeHead(status, {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    })
    .end(body);
}
