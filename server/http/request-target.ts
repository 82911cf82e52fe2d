import type { IncomingMessage } from 'node:http';

export function pathOf({ url = '/' }: IncomingMessage) {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Tells whether a path is in its normal form. A proxy with rules per path could read other forms differently than this
 * server, which would let a request bypass a rule.
 */
export function isNormalPath(path: string) {
  return path.startsWith('/') && !NOT_NORMAL.test(path);
}

/** Tells whether a request has at most one Host header, and a valid one. HTTP/1.0 health checks have none. */
export function hasValidHost(request: IncomingMessage) {
  return countHeaders(request, 'host') <= 1 && HOST.test(request.headers.host ?? '');
}

/** Counts the headers with a lower-case name. If there are several, a proxy may use another one than this server. */
export function countHeaders({ rawHeaders }: IncomingMessage, name: string) {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const other = rawHeaders[i] as string;
    if (other.length === name.length && other.toLowerCase() === name) count++;
  }
  return count;
}

/** A name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST = /^([\w.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i;

const NOT_NORMAL = new RegExp(
  [
    '[\\\\#]',
    '//',
    '/\\.{1,2}(/|$)',
    // A percent sign that encodes nothing, or an encoded slash, backslash or character that needs no encoding.
    '%(?![0-9a-f]{2})',
    '%(2[d-f]|3\\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])',
  ].join('|'),
  'i',
);
