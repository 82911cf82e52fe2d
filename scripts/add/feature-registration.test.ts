import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Registration, registrationsWith, removeFeatures } from './feature-registration.ts';

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

test('a feature is added to the end of each constant, and removed again', () => {
  write(EMPTY);
  add([
    { file, from, constant: 'endpoints', imported: 'thingEndpoints', line: '...thingEndpoints' },
    { file, from, constant: 'manifests', imported: 'thingManifest', line: 'thingManifest' },
  ]);
  assert.equal(read(), FILLED);
  assert.deepEqual(removeFeatures(folder, ['old-things']), [file]);
  assert.equal(read(), EMPTY);
});

test('a one-line constant gets the feature, and the constants after it stay unchanged', () => {
  const after = '\nexport const last = {\n  things,\n};\n';
  const registration = { file, from, constant: 'first', imported: 'thing', line: 'thing' };
  for (const [before, expected] of [
    ['export const first: Thing[] = [];', 'export const first: Thing[] = [\n  thing,\n];'],
    ['export const first = [a, b];', 'export const first = [\n  a, b,\n  thing,\n];'],
    [
      'export const first = { ...a } satisfies B<C[]>;',
      'export const first = {\n  ...a,\n  thing,\n} satisfies B<C[]>;',
    ],
  ] as const) {
    write(before + after);
    add([registration]);
    assert.ok(read().endsWith(expected + after), read());
  }
});

test('a feature whose folder is gone already is removed from the registration files', () => {
  write(FILLED);
  rmSync(join(folder, 'features/old-things'), { recursive: true, force: true });
  assert.deepEqual(removeFeatures(folder, ['old-things']), [file]);
  assert.equal(read(), EMPTY);
});

test('a feature is removed from files with Windows line ends', () => {
  write(FILLED.replaceAll('\n', '\r\n'));
  removeFeatures(folder, ['old-things']);
  assert.equal(read(), EMPTY.replaceAll('\n', '\r\n'));
});

test('a multi-line import is extended and removed as a whole', () => {
  const short = "import { thingEndpoints, thingManifest } from './old-things/contract.ts';";
  const long = short.replace('{ ', '{\n  ').replace(', ', ',\n  ').replace(' }', ',\n}');
  write(FILLED.replace(short, long));
  const line = 'other';
  add([{ file, from, constant: 'manifests', imported: 'other', line }]);
  assert.match(read(), /thingManifest, other \} from '\.\/old-things/);
  removeFeatures(folder, ['old-things']);
  assert.equal(read(), EMPTY);
});

test('a feature whose folder ends with the name of a removed one stays', () => {
  const other = "import { newThings } from './new-things/server/feature.ts';\n";
  const removed = "import { things } from './things/server/feature.ts';\n";
  const constant = (lines: string) => `\nexport const features = [\n${lines}];\n`;
  write(other + removed + constant('  newThings,\n  things,\n'));
  mkdirSync(join(folder, 'features/things'), { recursive: true });
  removeFeatures(folder, ['things']);
  assert.equal(read(), other + constant('  newThings,\n'));
});

test('the error for a missing constant names it', () => {
  write(EMPTY);
  assert.throws(
    () =>
      registrationsWith(folder, [{ file, from, constant: 'nothing', imported: 'x', line: 'x' }]),
    /features\/contract\.ts has no constant nothing/,
  );
});

function add(registrations: Registration[]) {
  const files = registrationsWith(folder, registrations);
  assert.deepEqual(
    files.map(({ file, before }) => [file, before]),
    [[file, read()]],
  );
  write(files[0]?.after ?? '');
}

function write(text: string) {
  mkdirSync(join(folder, 'features/old-things'), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const read = () => readFileSync(join(folder, file), 'utf8');
