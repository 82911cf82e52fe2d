import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FileError } from './file-error.ts';
import { JsonReader } from './json-reader.ts';
import { fileErrors as m } from './messages.ts';

const damaged = m.damaged('export.json');

/** Reads an object whose members are lists, like an export. */
function readLists(text: string) {
  const reader = new JsonReader(text);
  const read: [string, unknown[]][] = [];
  for (const name of reader.members()) {
    const list: unknown[] = [];
    for (const _ of reader.elements()) list.push(reader.value());
    read.push([name, list]);
  }
  reader.end();
  return Object.fromEntries(read);
}

const someLists = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.array(fc.jsonValue()));

test('reading a text piece by piece gives the same values as JSON.parse', () => {
  fc.assert(
    fc.property(someLists, fc.constantFrom(undefined, 1, '\t', '\r\n'), (lists, space) => {
      const text = ` ${JSON.stringify(lists, null, space)}\n`;
      assert.deepEqual(readLists(text), JSON.parse(text));
    }),
  );
});

test('a text with one replaced character is read as JSON.parse reads it, or is rejected', () => {
  const replacement = fc.constantFrom(...'{}[],:"\\ 0a', '');
  fc.assert(
    fc.property(someLists, fc.nat(), replacement, (lists, place, character) => {
      const text = JSON.stringify(lists);
      const at = place % text.length;
      const altered = text.slice(0, at) + character + text.slice(at + 1);
      let read: unknown;
      try {
        read = readLists(altered);
      } catch (error) {
        assert.ok(error instanceof FileError);
        return;
      }
      assert.deepEqual(read, JSON.parse(altered));
    }),
    { numRuns: 1000 },
  );
});

test('a file that is not JSON is reported as damaged, and one with another structure as not an export', () => {
  for (const [text, message] of [
    ['', m.notExport],
    ['null', m.notExport],
    ['[]', m.notExport],
    ['{"a": {}}', m.notExport],
    ['{', damaged],
    ['{"a": [1, ]}', damaged],
    ['{"a": [1}', damaged],
    ['{"a": [1 2]}', damaged],
    ['{"a": ["1]}', damaged],
    ['{"a": [1]]', damaged],
    ['{"a": [1]} {}', damaged],
    ['{a: [1]}', damaged],
    ['{"a", [1]}', damaged],
    ['{1: [1]}', damaged],
  ] as const)
    assert.throws(() => readLists(text), { message }, text);
});

test('a value larger than any item is not parsed', () => {
  for (const value of ['['.repeat(1_000_000), `"${'x'.repeat(1_000_000)}"`])
    assert.throws(() => readLists(`{"a": [${value}]}`), FileError);
});
