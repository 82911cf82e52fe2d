import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the client's address for rate limits: an IPv4 address, or the /64 network of an IPv6 address, which usually
 * belongs to one subscriber. Uses only the part of X-Forwarded-For that trusted proxies wrote.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number) {
  const direct = parse(request.socket.remoteAddress ?? '') ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return parse(forwarded.at(-trustedProxies) ?? '') ?? direct;
}

/**
 * Returns the larger networks that contain an address, smallest first. Many subscribers have a /56 or a /48 and would
 * otherwise count as hundreds of addresses.
 */
export function widerNetworks(address: string) {
  const [, groups = ''] = /^(.+)::\/64$/.exec(address) ?? [];
  const [a, b, c, d] = groups.split(':');
  if (d === undefined) return [];
  const upperHalf = Number.parseInt(d, 16) >> 8;
  return [`${a}:${b}:${c}:${upperHalf.toString(16)}00::/56`, `${a}:${b}:${c}::/48`];
}

/** Returns the largest network that contains an address. A client's addresses are usually in the same one. */
export const networkOf = (address: string) => widerNetworks(address).at(-1) ?? address;

/** Parses an address, also in the forms `ip:port` and `[ipv6]:port`. Returns undefined for an invalid one. */
function parse(text: string) {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return asIPv4(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. The URL parser normalises their spelling. */
function groupsOf(address: string) {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after];
}

function asIPv4(groups: string[]) {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}
