import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonVersion } from './roll-back.ts';

/** A server that ran these versions, the last of them now. */
const server = (...ran: string[]) => ({
  version: ran.at(-1),
  versions: [...new Set(ran)],
  history: ran.map((name) => ['time', name] as [string, string]),
});

test('several servers go back to the newest version that ran on all of them before', () =>
  assert.equal(commonVersion([server('1', '2', '4'), server('1', '2', '3', '4')]), '2'));

test('a server that was not switched stays on its version, to which the others go back', () =>
  assert.equal(commonVersion([server('1', '2', '3'), server('1', '2')]), '2'));

test('servers that ran no version in common before are refused', () =>
  assert.throws(() => commonVersion([server('1', '3'), server('2', '3')]), /No earlier version/));

test('a version that was deleted since is not chosen', () => {
  const withoutSecond = { ...server('1', '2', '3'), versions: ['1', '3'] };
  assert.equal(commonVersion([withoutSecond, server('1', '2', '3')]), '1');
});
