import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFiles } from './version-files.ts';

const line = (digit: string, path: string) => `${digit.repeat(64)}  ${path}\n`;

test('only files that the other version lacks or has differently are sent', () => {
  const before = line('1', 'dist/a.js') + line('2', 'dist/b c.js') + line('3', 'gone.js');
  const list = line('1', 'dist/a.js') + line('9', 'dist/b c.js') + line('4', 'new.js');
  assert.deepEqual(changedFiles(list, before), ['dist/b c.js', 'new.js']);
  assert.deepEqual(changedFiles(list, ''), ['dist/a.js', 'dist/b c.js', 'new.js']);
});
