import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress } from './address.ts';

test('without a proxy of ours the connection’s own address counts, whatever a header says', () => {
  assert.equal(clientAddress(from('203.0.113.7', '192.0.2.1'), 0), '203.0.113.7');
});

test('with proxies of ours the address counts that the outermost of them saw', () => {
  const hops = 'made-up, 198.51.100.1, 192.0.2.1';
  assert.equal(clientAddress(from('10.0.0.1', hops), 1), '192.0.2.1');
  assert.equal(clientAddress(from('10.0.0.1', hops), 2), '198.51.100.1');
});

test('a request that came past the proxy counts by its connection', () => {
  assert.equal(clientAddress(from('203.0.113.7', undefined), 1), '203.0.113.7');
  assert.equal(clientAddress(from('203.0.113.7', ' , '), 1), '203.0.113.7');
});

test('an IPv4 address counts the same when it comes mapped into IPv6', () => {
  assert.equal(clientAddress(from('::ffff:203.0.113.7', undefined), 0), '203.0.113.7');
});

test('all of an IPv6 subscriber’s /64 counts as one, and the neighbour’s does not', () => {
  const one = clientAddress(from('2001:db8:1:2:3:4:5:6', undefined), 0);
  assert.equal(clientAddress(from('2001:db8:1:2::1', undefined), 0), one);
  assert.equal(clientAddress(from('2001:db8:1:2:ffff::', undefined), 0), one);
  assert.notEqual(clientAddress(from('2001:db8:1:3::1', undefined), 0), one);
});

function from(remoteAddress: string, forwarded: string | undefined) {
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}
