import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { uncommitted } from './uncommitted.ts';

test('changes are listed without writing the index, whose lock a killed command would leave', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  const [file, index] = [join(folder, 'a.txt'), join(folder, '.git/index')];
  git('init', '--quiet');
  writeFileSync(file, 'a');
  git('add', 'a.txt');
  // Git would store the new time in the index.
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  const before = readFileSync(index);
  assert.equal(uncommitted(folder, ['.']), 'A  a.txt\n');
  assert.deepEqual(readFileSync(index), before);
});
