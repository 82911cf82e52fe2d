import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** The user that root switches to for the test, because root may write everywhere. */
const NOBODY = 65534;

test('a folder is named if this user cannot write to it or create anything in it', {
  skip: process.platform === 'win32' && 'needs permissions of POSIX',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const [writable, readOnly] = [join(folder, 'writable'), join(folder, 'read-only')];
  mkdirSync(writable);
  chmodSync(writable, 0o777);
  mkdirSync(readOnly, { mode: 0o555 });
  assert.equal(reasonFor(writable), 'undefined');
  assert.equal(reasonFor(join(writable, 'new')), 'undefined');
  for (const path of [readOnly, join(readOnly, 'new')])
    assert.match(reasonFor(path), /read-only cannot be written by this user/);
});

/** Runs the check as another user than root, who may be unable to enter the project folder. */
function reasonFor(path: string) {
  const script = `import { cannotWrite } from ${JSON.stringify(import.meta.resolve('./folders.ts'))};
    if (process.getuid() === 0) { process.setgid(${NOBODY}); process.setuid(${NOBODY}); }
    console.log(cannotWrite(process.argv[1]));`;
  const args = ['--input-type=module', '--eval', script, path];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}
