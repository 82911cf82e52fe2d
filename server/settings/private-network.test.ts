import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback, isLoopbackHost, isPrivateHost } from './private-network.ts';

test('loopback addresses are recognised in every notation', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(address), address);
  for (const address of ['10.0.0.1', '128.0.0.1', '::', '::2', '::ffff:10.0.0.1', '', 'localhost'])
    assert.ok(!isLoopback(address), address);
});

test('hosts of this machine are distinguished from hosts on the network', () => {
  for (const host of ['localhost:3000', 'app.localhost', '127.0.0.1:3000', '[::1]:3000'])
    assert.ok(isLoopbackHost(host), host);
  for (const host of ['my.local', 'app.test', '192.168.1.5', 'app.example.com', ''])
    assert.ok(!isLoopbackHost(host), host);
});

test('hosts of this machine and of private networks are private', () => {
  for (const host of [
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'app.localhost',
    'app.test',
    'printer.local:80',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::ffff:192.168.1.5]',
    '10.0.2.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.178.20:3000',
    '169.254.1.1',
    '[fd12:3456::1]:3000',
    '[fe80::1]',
    // Other spellings of 127.0.0.1 that browsers accept.
    '2130706433',
    '0x7f.1',
  ])
    assert.ok(isPrivateHost(host), host);
});

test('every other host is public', () => {
  for (const host of [
    'app.example.com',
    'localhost.example.com',
    'notlocalhost',
    'test',
    '192.168.1.5.example.com',
    '172.32.0.1',
    '11.0.0.1',
    '0.0.0.0',
    '[2001:db8::1]',
    '[::]',
    '[::ffff:8.8.8.8]',
    '',
    'a b',
  ])
    assert.ok(!isPrivateHost(host), host);
});
