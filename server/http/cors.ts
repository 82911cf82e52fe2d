import type { Exchange } from './responses.ts';

/** The origins of the native app on Android and iOS, which no website can have. */
const NATIVE_ORIGINS = new Set(['https://localhost', 'capacitor://localhost']);

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'authorization, content-type, cache-control, pragma',
  // The maximum in any browser.
  'Access-Control-Max-Age': '86400',
};

/**
 * Allows the native app, and no other origin, to read responses of the API. Responds to a preflight and then returns
 * true. Allowing credentials is safe: the only ones are in the Authorization header, which a page cannot know.
 */
export function handleCors({ request, response, headers }: Exchange): boolean {
  // For every origin: a cache must not serve the app the response to another origin.
  headers.Vary = 'Origin';
  const { origin } = request.headers;
  if (!origin || !NATIVE_ORIGINS.has(origin)) return false;

  headers['Access-Control-Allow-Origin'] = origin;
  headers['Access-Control-Allow-Credentials'] = 'true';
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...headers, ...PREFLIGHT_HEADERS }).end();
    return true;
  }
  headers['Access-Control-Expose-Headers'] = 'ETag, Retry-After, X-Request-Id';
  return false;
}
