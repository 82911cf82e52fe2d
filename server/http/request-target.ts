import type { IncomingMessage } from 'node:http';

export function pathOf({ url = '/' }: IncomingMessage) {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/**
 * Tells whether the path is spelled in its one normal form. A proxy with rules per path and this server could
 * read any other form differently, and a request would get past the rule.
 */
export function isNormalPath(path: string) {
  return path.startsWith('/') && !NOT_NORMAL.test(path);
}

/** Two Host headers: a proxy may have believed the one that this server does not look at. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

const NOT_NORMAL = new RegExp(
  [
    '[\\\\#]',
    '//',
    '/\\.{1,2}(/|$)',
    // A percent sign that encodes nothing, or a character that needs no encoding, or a slash or backslash.
    '%(?![0-9a-f]{2})',
    '%(2[d-f]|3\\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])',
  ].join('|'),
  'i',
);
