import type { IncomingMessage, ServerResponse } from 'node:http';

/** The pages of the native app: Android's WebView and iOS's. No website has either address. */
const NATIVE_ORIGINS = new Set(['https://localhost', 'capacitor://localhost']);

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'authorization, content-type, cache-control, pragma',
  // As long as any browser keeps it.
  'Access-Control-Max-Age': '86400',
};

/**
 * Lets the native app read answers of the API, with credentials, and no other origin. No credentials but the
 * bearer header exist, which a page must hold to send.
 * Answers a preflight itself and then returns true.
 */
export function handleCors(request: IncomingMessage, response: ServerResponse): boolean {
  // Also on answers to others: a cache must not hand those to the app.
  response.setHeader('Vary', 'Origin');
  const { origin } = request.headers;
  if (!origin || !NATIVE_ORIGINS.has(origin)) return false;

  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, PREFLIGHT_HEADERS).end();
    return true;
  }
  response.setHeader('Access-Control-Expose-Headers', 'ETag, Retry-After, X-Request-Id');
  return false;
}
