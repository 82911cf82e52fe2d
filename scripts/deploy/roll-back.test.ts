import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFacts } from './facts.ts';
import { changeOf, checkSame } from './roll-back.ts';

const change = (host: string, version: string, history: string) => ({
  host,
  ...changeOf(parseFacts(`architecture=x86_64\nversion=${version}\nhistory=${history}`)),
});

test('servers on the same version, with the same one before it, can go back together', () =>
  checkSame([change('a', '3', 't 1;t 2;t 3;'), change('b', '3', 't 2;t 3;t 3;')]));

test('servers that would go back to different versions are named', () =>
  assert.throws(() => checkSame([change('a', '2', 't 1;t 2;'), change('b', '1', 't 0;t 1;')]), {
    message:
      'a would go from 2 to 1, and b would go from 1 to 0: roll back only those that need it.',
  }));
