import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTargets } from './checks.ts';
import { parseFacts } from './facts.ts';

const options = {
  domain: undefined,
  settings: undefined,
  caddy: undefined,
  hasInternalCertificates: false,
  usesCaddy: true,
  allowsInterruption: false,
  isDryRun: false,
};
const RUNNING = {
  architecture: 'x86_64',
  systemd: 'yes',
  version: '1',
  versions: '1',
  public_url: 'https://notes.example.com',
  database: 'yes',
  store: 'yes',
};

test('several servers of one product can be deployed to in turn', () =>
  checkTargets([server('a'), server('b')], options));

test('a server that is named twice is refused', () =>
  refuses([server('a'), server('b'), server('a')], /^Error: a is named twice\.$/));

test('a new server is set up alone', () =>
  refuses(
    [server('a'), server('b', { version: '', versions: '' })],
    /^Error: b is new: set it up/,
  ));

test('a server with its data on its own disk is refused among several', () => {
  refuses([server('a', { database: '' }), server('b')], /^Error: a keeps its data on its own disk/);
  refuses([server('a'), server('b', { store: '' })], /^Error: b keeps its data on its own disk/);
});

test('servers of different products are refused', () =>
  refuses(
    [server('a'), server('b', { public_url: 'https://shop.example.com' })],
    /^Error: b is for https:\/\/shop\.example\.com, and a for https:\/\/notes\.example\.com/,
  ));

test('an interruption is for one server, because the others would answer requests meanwhile', () => {
  const more = { ...options, allowsInterruption: true };
  checkTargets([server('a')], more);
  assert.throws(() => checkTargets([server('a'), server('b')], more), /is for one server/);
});

function server(host: string, changed: Partial<typeof RUNNING> = {}) {
  const lines = Object.entries({ ...RUNNING, ...changed }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return { host, facts: parseFacts(lines.join('\n')) };
}

const refuses = (servers: ReturnType<typeof server>[], message: RegExp) =>
  assert.throws(() => checkTargets(servers, options), message);
