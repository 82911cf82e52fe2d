import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress, widerNetworks } from './address.ts';

test('without trusted proxies the address of the connection is used, whatever a header contains', () => {
  assert.equal(clientAddress(from('203.0.113.7', '192.0.2.1'), 0), '203.0.113.7');
});

test('with trusted proxies, the address that the outermost proxy saw is used', () => {
  const hops = 'made-up, 198.51.100.1, 192.0.2.1';
  assert.equal(clientAddress(from('10.0.0.1', hops), 1), '192.0.2.1');
  assert.equal(clientAddress(from('10.0.0.1', hops), 2), '198.51.100.1');
});

test('without X-Forwarded-For the address of the connection is used', () => {
  assert.equal(clientAddress(from('203.0.113.7', undefined), 1), '203.0.113.7');
  assert.equal(clientAddress(from('203.0.113.7', ' , '), 1), '203.0.113.7');
});

test('an IPv4 address mapped into IPv6 is the same address', () => {
  assert.equal(clientAddress(from('::ffff:203.0.113.7', undefined), 0), '203.0.113.7');
});

test('all addresses of an IPv6 /64 count as one, and another /64 does not', () => {
  const one = clientAddress(from('2001:db8:1:2:3:4:5:6', undefined), 0);
  assert.equal(clientAddress(from('2001:db8:1:2::1', undefined), 0), one);
  assert.equal(clientAddress(from('2001:db8:1:2:ffff::', undefined), 0), one);
  assert.notEqual(clientAddress(from('2001:db8:1:3::1', undefined), 0), one);
});

test('a port, brackets, a zone or another spelling do not change the address', () => {
  const counted = (hop: string) => clientAddress(from('10.0.0.1', hop), 1);
  for (const hop of ['192.0.2.1', '192.0.2.1:5678', '::ffff:192.0.2.1', '[::FFFF:c000:201]:5678'])
    assert.equal(counted(hop), '192.0.2.1', hop);
  for (const hop of [
    '2001:db8::1',
    '[2001:db8::1]',
    '[2001:db8::2]:5678',
    '2001:0DB8:0:0::3',
    '2001:db8::1%eth0',
  ])
    assert.equal(counted(hop), '2001:db8:0:0::/64', hop);
});

test('an invalid address in X-Forwarded-For counts as the address of the proxy', () => {
  for (const hop of ['unknown', '_hidden', '1.2.3', '192.0.2.1:port', '[::1', '"x"'])
    assert.equal(clientAddress(from('10.0.0.1', hop), 1), '10.0.0.1', hop);
});

test('an IPv6 network is part of a /56 and a /48, an IPv4 address has no larger network', () => {
  const networks = (address: string) => widerNetworks(clientAddress(from(address, undefined), 0));
  assert.deepEqual(networks('2001:db8:1:2345::1'), ['2001:db8:1:2300::/56', '2001:db8:1::/48']);
  assert.deepEqual(networks('2001:db8::1'), ['2001:db8:0:000::/56', '2001:db8:0::/48']);
  assert.deepEqual(networks('203.0.113.7'), []);
  assert.deepEqual(networks('::ffff:203.0.113.7'), []);
});

function from(remoteAddress: string, forwarded: string | undefined) {
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}
