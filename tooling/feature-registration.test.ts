import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Registration, removeFeatures, tablesWith } from './feature-registration.ts';

const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
after(() => rmSync(folder, { recursive: true }));
const file = 'features/contract.ts';
const from = './old-things/contract.ts';

const EMPTY = `import type { Endpoint } from '#shared/endpoint.ts';

export const endpoints = {
  // One line per feature.
} satisfies Record<string, Endpoint>;

export const manifests: object[] = [
  // One line per feature.
];
`;
const FILLED = `import type { Endpoint } from '#shared/endpoint.ts';
import { thingEndpoints, thingManifest } from './old-things/contract.ts';

export const endpoints = {
  // One line per feature.
  ...thingEndpoints,
} satisfies Record<string, Endpoint>;

export const manifests: object[] = [
  // One line per feature.
  thingManifest,
];
`;

test('a feature is added to the end of each table, and removed again', () => {
  write(EMPTY);
  add([
    { file, from, table: 'endpoints', imported: 'thingEndpoints', line: '...thingEndpoints' },
    { file, from, table: 'manifests', imported: 'thingManifest', line: 'thingManifest' },
  ]);
  assert.equal(read(), FILLED);
  assert.deepEqual(removeFeatures(folder, ['old-things']), [file]);
  assert.equal(read(), EMPTY);
});

test('a feature whose folder is gone already is removed from the tables', () => {
  write(FILLED);
  rmSync(join(folder, 'features/old-things'), { recursive: true, force: true });
  assert.deepEqual(removeFeatures(folder, ['old-things']), [file]);
  assert.equal(read(), EMPTY);
});

test('a feature is removed from files with the line ends of Windows', () => {
  write(FILLED.replaceAll('\n', '\r\n'));
  removeFeatures(folder, ['old-things']);
  assert.equal(read(), EMPTY.replaceAll('\n', '\r\n'));
});

test('an import over several lines is extended and removed as a whole', () => {
  const short = "import { thingEndpoints, thingManifest } from './old-things/contract.ts';";
  const long = short.replace('{ ', '{\n  ').replace(', ', ',\n  ').replace(' }', ',\n}');
  write(FILLED.replace(short, long));
  const line = 'other';
  add([{ file, from, table: 'manifests', imported: 'other', line }]);
  assert.match(read(), /thingManifest, other \} from '\.\/old-things/);
  removeFeatures(folder, ['old-things']);
  assert.equal(read(), EMPTY);
});

test('a feature whose folder ends with the name of a removed one stays', () => {
  const other = "import { newThings } from './new-things/server/feature.ts';\n";
  const removed = "import { things } from './things/server/feature.ts';\n";
  const table = (lines: string) => `\nexport const features = [\n${lines}];\n`;
  write(other + removed + table('  newThings,\n  things,\n'));
  mkdirSync(join(folder, 'features/things'), { recursive: true });
  removeFeatures(folder, ['things']);
  assert.equal(read(), other + table('  newThings,\n'));
});

test('a table that does not exist is named', () => {
  write(EMPTY);
  assert.throws(
    () => tablesWith(folder, [{ file, from, table: 'nothing', imported: 'x', line: 'x' }]),
    /features\/contract\.ts has no table nothing/,
  );
});

function add(registrations: Registration[]) {
  const tables = tablesWith(folder, registrations);
  assert.deepEqual(
    tables.map((table) => [table.file, table.before]),
    [[file, read()]],
  );
  write(tables[0]?.after ?? '');
}

function write(text: string) {
  mkdirSync(join(folder, 'features/old-things'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const read = () => readFileSync(join(folder, file), 'utf8');
