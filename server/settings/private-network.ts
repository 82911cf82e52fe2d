import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

// Reserved names that no public DNS server resolves (RFC 6761, RFC 6762).
const LOOPBACK_NAME = /^localhost$|\.localhost$/;
const PRIVATE_NAME = /\.(local|test)$/;

export function isLoopback(address: string) {
  return contains(loopback, address);
}

/** Tells whether the host of a URL or a Host header is this machine. */
export function isLoopbackHost(host: string) {
  const name = hostname(host);
  return LOOPBACK_NAME.test(name) || isLoopback(name);
}

/** Tells whether the host is this machine or another one on a private network. */
export function isPrivateHost(host: string) {
  const name = hostname(host);
  return isLoopbackHost(host) || PRIVATE_NAME.test(name) || contains(privateNetworks, name);
}

/** Returns a host without port, IPv6 brackets and final dot, and an address in its normal form. */
function hostname(host: string) {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return '';
  return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function contains(networks: BlockList, address: string) {
  const family = isIP(address);
  return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
