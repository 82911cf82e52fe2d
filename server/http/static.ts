import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { Config } from '#server/config.ts';
import { pageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The built site. Files are listed once at the start; each is served compressed as the build left it. */
export function createStatic(folder: string, config: Pick<Config, 'publicUrl'>) {
  const headers = Object.entries(pageHeaders(config));
  const serve = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders(response, path) {
      for (const [name, value] of headers) response.setHeader(name, value);
      response.setHeader('Cache-Control', cacheControl(path));
    },
  });
  let notFoundPage: Buffer | undefined;

  return (request: IncomingMessage, response: ServerResponse) =>
    serve(request, response, () => {
      notFoundPage ??= readFileSync(join(folder, '404.html'));
      for (const [name, value] of headers) response.setHeader(name, value);
      response.writeHead(404, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Length': notFoundPage.length,
      });
      response.end(request.method === 'HEAD' ? undefined : notFoundPage);
    });
}

/** Names under /assets/ carry a hash of their content; everything else may change with the next build. */
function cacheControl(path: string) {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
}
