import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFacts } from './facts.ts';

test('the public address is read without its last slash, and in lower case', () => {
  const { publicUrl } = parseFacts('architecture=x86_64\npublic_url=https://Notes.example.com/\n');
  assert.equal(publicUrl, 'https://notes.example.com');
});

test('a public address that is none counts as missing', () =>
  assert.equal(parseFacts('architecture=x86_64\npublic_url=notes\n').publicUrl, undefined));

test('a server that prints something at each login is named with the cause', () =>
  assert.throws(
    () => parseFacts('Welcome\narchitecture=x86_64\n'),
    /^Error: The server prints "Welcome" at each login\. Let ~\/\.bashrc/,
  ));
