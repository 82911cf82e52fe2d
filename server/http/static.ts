import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { tooLarge } from '#server/errors/errors.ts';
import { apiMessages } from '#shared/messages.ts';
import { receive } from './receive.ts';
import { pathOf } from './request-target.ts';
import { chooseEncoding, type Resource } from './resource.ts';
import { end } from './responses.ts';
import { pageHeaders } from './security-headers.ts';
import type { Site } from './site.ts';

/** A form may contain several photos that another app shares. The rest of a larger form is not awaited. */
const formBounds = {
  limit: 128 * 1024 * 1024,
  tooLarge: () => tooLarge(apiMessages.bodyTooLarge),
};

/** Serves the built site, and its 404 page for unknown paths. */
export function createStatic(site: Site, config: Pick<Config, 'publicUrl'>) {
  const headers = pageHeaders(config);

  return {
    sendPage(request: IncomingMessage, response: ServerResponse) {
      const resource = site.find(pathOf(request));
      if (resource && isSubmittedForm(request)) return reload(request, response);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return sendText(response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
      if (!resource) return sendNotFound(request, response);
      if (isCurrent(request, resource)) return response.writeHead(304, headersOf(resource)).end();
      return send(request, response, 200, resource);
    },
    sendNotFound,
  };

  /** Responds to a form that the page's script should have handled: reloading the page may load the script. */
  async function reload(request: IncomingMessage, response: ServerResponse) {
    // Reads the whole form: a browser that is still sending when the connection closes may miss the response.
    await receive(request, formBounds, () => {}).catch(() => {});
    sendText(response, 303, '', { Location: request.url });
  }

  function sendNotFound(request: IncomingMessage, response: ServerResponse) {
    return site.notFoundPage
      ? send(request, response, 404, site.notFoundPage)
      : sendText(response, 404, 'Not found');
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    status: 200 | 404,
    resource: Resource,
  ) {
    const { encoding, bytes } = await resource.encoded(
      resource.isCompressible ? chooseEncoding(request.headers['accept-encoding']) : 'identity',
    );
    response.writeHead(status, {
      ...headersOf(resource),
      'Content-Type': resource.contentType,
      'Content-Length': bytes.length,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    end(response, request.method === 'HEAD' ? null : bytes);
  }

  function headersOf(resource: Resource): OutgoingHttpHeaders {
    return {
      ...headers,
      'Cache-Control': resource.cacheControl,
      ETag: resource.etag(),
      ...(resource.isCompressible && { Vary: 'Accept-Encoding' }),
    };
  }

  function sendText(
    response: ServerResponse,
    status: 303 | 404 | 405,
    text: string,
    extra: OutgoingHttpHeaders = {},
  ) {
    response.writeHead(status, {
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      ...extra,
    });
    response.end(text);
  }
}

/** Tells whether the browser itself has submitted a form, which no page of this site needs. */
function isSubmittedForm({ method, headers }: IncomingMessage) {
  return method === 'POST' && headers['sec-fetch-mode'] === 'navigate';
}

/** Tells whether If-None-Match contains the resource's ETag, weak or not (RFC 9110). */
function isCurrent({ headers }: IncomingMessage, resource: Resource) {
  const known = headers['if-none-match'];
  if (!known) return false;
  if (known.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').map(bare).includes(bare(resource.etag()));
}
