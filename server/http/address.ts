import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** Whom to count a request against. X-Forwarded-For is believed only as far as our own proxies wrote it. */
export function clientAddress(request: IncomingMessage, trustedProxies: number) {
  const direct = request.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return network(direct);
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return network(forwarded.at(-trustedProxies) ?? direct);
}

/** One IPv6 subscriber has a whole /64, so that is what counts as one address. */
function network(address: string) {
  const plain = address.replace(/^::ffff:/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = plain.includes('::') ? Array(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
