import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCompiled, refusalOf } from './change-command.ts';

test('an error of the system is shown with the state of the sources', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  assert.equal(refusalOf(full), 'Nothing was changed. ENOSPC: no space left on device');
  assert.equal(refusalOf(new Error('There is no icon qqq')), 'There is no icon qqq');
});

test('type errors refuse the result, and are listed', () => {
  checkCompiled({ status: 0, stdout: '', stderr: '' });
  assert.throws(() => checkCompiled({ status: 2, stdout: 'a.ts(1,1): error TS1\n', stderr: '' }), {
    message: /has type errors \(--force keeps it\):\na\.ts\(1,1\): error TS1$/,
  });
});

test('a type check that was stopped or failed is not reported as type errors', () => {
  for (const stderr of ['', 'out of memory'])
    assert.throws(() => checkCompiled({ status: null, stdout: '', stderr }), {
      message: `Nothing was changed, because the type check did not end. ${stderr}`.trim(),
    });
});
