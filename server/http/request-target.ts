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

/** Returns whether a request has two Host headers: a proxy may have used the one that this server ignores. */
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
    // A percent sign that encodes nothing, a character that needs no encoding, a slash or a backslash.
    '%(?![0-9a-f]{2})',
    '%(2[d-f]|3\\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])',
  ].join('|'),
  'i',
);
