import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainSshError } from './ssh-errors.ts';

const cases: [printed: string, expected: RegExp][] = [
  ['@@@\n@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\n@@@', /^The key of root@box is not/],
  ['Host key verification failed.', /^ssh does not know root@box yet\./],
  ['ssh: Could not resolve hostname box: Name or service not known', /^There is no host box:/],
  ['root@box: Permission denied (publickey).', /^root@box does not accept your ssh key/],
  ['ssh: connect to host box port 22: Connection timed out', /^box does not answer:/],
  ['ssh: connect to host box port 22: Connection refused', /^box cannot be reached by ssh:/],
  ['sudo: a password is required', /may not become root: use root@box/],
  ['sh: 1: exec: sudo: not found', /may not become root: use root@box/],
  ['Something else\nhappened', /^The connection to root@box failed: happened$/],
  ['', /^The connection to root@box failed\.$/],
];

for (const [printed, expected] of cases)
  test(`"${printed.split('\n').at(-1)}" of ssh is explained in one line`, () => {
    const explained = explainSshError('root@box', printed);
    assert.match(explained, expected);
    assert.ok(!explained.includes('\n'));
  });
