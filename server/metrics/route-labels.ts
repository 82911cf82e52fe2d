import { pathPattern } from '#server/http/router.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { hasParams } from '#shared/path.ts';

/** The label of everything that is not part of the API: the pages and files of the site. */
const PAGE = 'page';
/** The label of paths under /api that the contract does not contain. */
const UNKNOWN = 'unknown';

/**
 * Returns a function that labels a path with its endpoint's path in the contract, `/api/file/url/:path`. Labels are
 * never taken from the request itself: each new one would cost memory here and in Prometheus.
 */
export function createRouteLabels(endpoints: Endpoint[]) {
  const paths = [...new Set<string>(endpoints.map(({ path }) => path))];
  const fixed = new Set(paths);
  const patterns = paths.filter(hasParams).map((path) => ({ path, pattern: pathPattern(path) }));

  return (path: string) => {
    if (fixed.has(path)) return path;
    if (path !== '/api' && !path.startsWith('/api/')) return PAGE;
    return patterns.find(({ pattern }) => pattern.test(path))?.path ?? UNKNOWN;
  };
}
