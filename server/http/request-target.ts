import type { IncomingMessage } from 'node:http';

export function pathOf({ url = '/' }: IncomingMessage) {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Returns whether a path is in its normal form. A proxy with rules per path and this server could read other forms
 * differently, which would let a request bypass a rule.
 */
export function isNormalPath(path: string) {
  return path.startsWith('/') && !NOT_NORMAL.test(path);
}

/** Returns whether a request names at most one host, and a valid one. Health checks of HTTP/1.0 name none. */
export function hasValidHost(request: IncomingMessage) {
  return countHeaders(request, 'host') <= 1 && HOST.test(request.headers.host ?? '');
}

/** Counts the headers with a name in lower case. Of several, a proxy may have used one that this server ignores. */
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
    // A percent sign that encodes nothing, a character that needs no encoding, a slash or a backslash.
    '%(?![0-9a-f]{2})',
    '%(2[d-f]|3\\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])',
  ].join('|'),
  'i',
);
