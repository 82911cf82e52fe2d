import { existsSync, readFileSync } from 'node:fs';
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
      // The one type of ours that sirv does not know; browsers are told not to guess.
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
    },
  });
  const notFoundPage = pageReader(join(folder, '404.html'));

  return (request: IncomingMessage, response: ServerResponse) =>
    serve(request, response, () => {
      const { bytes, encoding } = notFoundPage(request.headers['accept-encoding'] ?? '');
      for (const [name, value] of headers) response.setHeader(name, value);
      response.writeHead(404, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Length': bytes.length,
        Vary: 'Accept-Encoding',
        ...encoding,
      });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    });
}

/** Names under /assets/ carry a hash of their content; everything else may change with the next build. */
function cacheControl(path: string) {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
}

/** sirv answers only with 200, so the page for everything else is read here, once. */
function pageReader(file: string) {
  let plain: Buffer | undefined;
  let brotli: Buffer | undefined;
  return (accepted: string) => {
    if (/\bbr\b/.test(accepted) && existsSync(`${file}.br`)) {
      brotli ??= readFileSync(`${file}.br`);
      return { bytes: brotli, encoding: { 'Content-Encoding': 'br' } };
    }
    plain ??= readFileSync(file);
    return { bytes: plain, encoding: {} };
  };
}
