import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { lacksGit } from '#tests/support/find-program.ts';
import { changedFiles } from './changed-files.ts';

const skip = lacksGit();

test('changes of a branch, the work tree and new files are compared with the main branch', {
  skip,
}, (t) => {
  const { folder, write, git } = newRepository(t);
  git('checkout', '-q', '-b', 'topic');
  write('committed é.txt', 'new');
  git('add', '.');
  git('commit', '-q', '-m', 'Second');
  write('first.txt', 'edited');
  write('folder/untracked.txt', 'new');
  write('ignored.txt', 'new');
  git('rm', '-q', 'second.txt');
  assert.deepEqual(changedFiles(folder)?.sort(), [
    'committed é.txt',
    'first.txt',
    'folder/untracked.txt',
    'second.txt',
  ]);
  assert.deepEqual(changedFiles(join(folder, 'folder')), ['untracked.txt']);
});

test('the main branch of the remote takes precedence over the local one', { skip }, (t) => {
  const { folder, write, git } = newRepository(t);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('local.txt', 'new');
  git('add', '.');
  git('commit', '-q', '-m', 'Not pushed');
  assert.deepEqual(changedFiles(folder), ['local.txt']);
});

test('without a repository or a main branch, the changes are unknown', { skip }, (t) => {
  const outside = newFolder(t);
  writeFileSync(join(outside, 'file.txt'), 'new');
  assert.equal(changedFiles(outside), undefined);
  const { folder, write, git } = newRepository(t);
  git('branch', '-q', '-m', 'trunk');
  write('first.txt', 'edited');
  assert.equal(changedFiles(folder), undefined);
});

function newRepository(t: TestContext) {
  const folder = newFolder(t);
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: string[]) =>
    execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  mkdirSync(join(folder, 'folder'));
  write('.gitignore', 'ignored.txt\n');
  write('first.txt', 'first');
  write('second.txt', 'second');
  git('init', '-q', '--initial-branch=main');
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  return { folder, write, git };
}

function newFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
