import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { pathOf } from '#server/http/request-target.ts';
import { pathPattern } from '#server/http/router.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { hasParams } from '#shared/path.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => unknown;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
/** The status of a request whose client left before the response began, as in nginx logs. */
const CLIENT_LEFT = 499;

/** The label of everything that is not part of the API: the pages and files of the site. */
const PAGE = 'page';
/** The label of paths under /api that the contract does not contain. */
const UNKNOWN = 'unknown';

/** Returns a function that counts and times the requests of a listener. */
export function measureRequests(registry: Registry, endpoints: Endpoint[]) {
  const routeOf = createRouteLabels(endpoints);
  // They end with the client's visit, so their duration says nothing about the server.
  const streams = new Set<string>(
    endpoints.filter(({ response }) => response === 'events').map(({ path }) => path),
  );
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route of the contract and status; 499 if the client left before the response.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response, without event streams.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const started = performance.now();
      response.once('close', () => {
        const method = METHODS.has(request.method ?? '') ? request.method : 'other';
        const route = routeOf(pathOf(request));
        const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
        requests.inc({ method, route, status });
        if (!streams.has(route))
          durations.observe({ method, route }, (performance.now() - started) / 1000);
      });
      return listener(request, response);
    };
}

/**
 * Returns a function that labels a path with its endpoint's path in the contract, `/api/file/url/:path`. Labels are
 * never taken from the request itself: each new one would cost memory here and in Prometheus.
 */
function createRouteLabels(endpoints: Endpoint[]) {
  const paths = [...new Set<string>(endpoints.map(({ path }) => path))];
  const fixed = new Set(paths);
  const patterns = paths.filter(hasParams).map((path) => ({ path, pattern: pathPattern(path) }));

  return (path: string) => {
    if (fixed.has(path)) return path;
    if (path !== '/api' && !path.startsWith('/api/')) return PAGE;
    return patterns.find(({ pattern }) => pattern.test(path))?.path ?? UNKNOWN;
  };
}
