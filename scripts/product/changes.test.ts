import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { applyChanges, type Changes } from './changes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  mkdirSync(join(folder, 'old'));
  for (const file of ['table.ts', 'old/only.ts'])
    writeFileSync(join(folder, file), `before: ${file}`);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('files are created, changed and removed, with the folders that become empty', () => {
  apply({ 'new/deep/file.ts': 'new', 'table.ts': 'changed', 'old/only.ts': undefined });
  assert.deepEqual(tree(), {
    new: '',
    'new/deep': '',
    'new/deep/file.ts': 'new',
    'table.ts': 'changed',
  });
});

test('if a file cannot be written, all earlier changes are undone', () => {
  const before = tree();
  assert.throws(
    () =>
      apply({
        'new/deep/file.ts': 'new',
        'table.ts': 'changed',
        'old/only.ts': undefined,
        // The parent is a file, so it cannot contain another file.
        'table.ts/inside.ts': 'impossible',
        'never.ts': 'never',
      }),
    /table\.ts/,
  );
  assert.deepEqual(tree(), before);
});

test('if the result is refused, all changes are undone', () => {
  const before = tree();
  const changes = new Map([
    [join(folder, 'new.ts'), 'new'],
    [join(folder, 'old/only.ts'), undefined],
  ]);
  const refuse = () => {
    assert.notDeepEqual(tree(), before);
    throw new Error('refused');
  };
  assert.throws(() => applyChanges(changes, refuse), /refused/);
  assert.deepEqual(tree(), before);
});

/** Sends a signal before each file, as Ctrl-C and a closed terminal do. */
const interruptedBy = (signal: string) => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { writeFileSync } = fs;
  fs.writeFileSync = (...file) => {
    process.kill(process.pid, '${signal}');
    writeFileSync(...file);
  };
  syncBuiltinESMExports();
  const { applyChanges } = await import('${new URL('changes.ts', import.meta.url)}');
  applyChanges(new Map([['table.ts', 'changed'], ['new.ts', 'new']]));
`;
// On Windows, a process that sends itself the signal ends at once.
const skip = process.platform === 'win32';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  test(`${signal} waits until every file is written`, { skip }, () => {
    const args = ['--input-type=module', '--eval', interruptedBy(signal)];
    assert.equal(spawnSync(process.execPath, args, { cwd: folder }).status, 0);
    const { 'table.ts': table, 'new.ts': added } = tree();
    assert.deepEqual([table, added], ['changed', 'new']);
  });

function apply(changes: Record<string, string | undefined>) {
  const inFolder = Object.entries(changes).map(
    ([file, text]) => [join(folder, file), text] as const,
  );
  applyChanges(new Map(inFolder) as Changes);
}

/** Returns the text of every file by path, and nothing for folders. */
function tree() {
  const entries = globSync('**', { cwd: folder, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : ''];
  });
  return Object.fromEntries(entries.filter(([path]) => path));
}
