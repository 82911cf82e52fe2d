import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileNames, safeName } from './file-names.ts';

const created_at = '2026-11-17T09:30:00.000Z';

test('a name is the title, in any language', () => {
  for (const title of [
    'Harbour walk',
    '東京の地図',
    'naïve café',
    'مرحبا بالعالم',
    '👨‍👩‍👧 family',
    'Straße № 5',
  ])
    assert.equal(safeName(title), title);
});

test('a name contains nothing that a file system or a shell could misinterpret', () => {
  for (const [title, name] of [
    ['../../etc/passwd', '.. .. etc passwd'],
    ['C:\\Windows\\x.exe', 'C Windows x.exe'],
    ['a/b|c?d*e"f<g>h:i', 'a b c d e f g h i'],
    ['one\r\ntwo\tthree\u0000', 'one two three'],
    ['safe\u202egpj.exe', 'safegpj.exe'],
    ['ends with dots...', 'ends with dots'],
    ['  ', 'Untitled'],
    ['...', 'Untitled'],
    ['???', 'Untitled'],
    ['\ud800', '\ufffd'],
  ] as const)
    assert.equal(safeName(title), name);
});

test('a long name is cut off between two visible characters', () => {
  for (const title of ['👨‍👩‍👧'.repeat(30), 'の'.repeat(100), 'e\u0301'.repeat(100)]) {
    const name = safeName(title);
    assert.ok(Buffer.byteLength(name) <= 140, name);
    assert.ok(title.normalize('NFC').startsWith(name));
    assert.ok(!name.endsWith('\u200d'), name);
    assert.equal(name, name.toWellFormed());
  }
});

test('names are unique, even where case and composition do not matter', () => {
  const names = createFileNames();
  const titles = ['Walk', 'walk', 'Walk (2)', 'Walk', 'café', 'cafe\u0301', 'CAFÉ'];
  const given = titles.map((title) => names.next('items', { title, created_at }));
  assert.equal(given[0], 'items/2026-11-17 Walk');
  assert.equal(given[1], 'items/2026-11-17 walk (2)');
  const keys = given.map((name) => name.normalize('NFC').toLowerCase());
  assert.equal(new Set(keys).size, titles.length, given.join(', '));
});
