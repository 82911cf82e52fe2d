import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { formatSources } from './format-sources.ts';

const FILE = 'features/things/contract.ts';

test('sources are formatted by the kit’s rules, with sorted imports, without writing files', () => {
  const text = `import { b } from './b.ts';\nimport { a } from './a.ts';\nexport const all = [\na, b, "c"]`;
  const formatted = formatSources(
    new Map([
      [FILE, text],
      ['app.config.ts', 'export const app = {name: "A"}'],
    ]),
  );
  assert.equal(
    formatted.get(FILE),
    `import { a } from './a.ts';\nimport { b } from './b.ts';\nexport const all = [a, b, 'c'];\n`,
  );
  assert.equal(formatted.get('app.config.ts'), "export const app = { name: 'A' };\n");
  assert.ok(!existsSync(FILE));
});

test('a source that cannot be parsed is an error that names the file', () => {
  assert.throws(() => formatSources(new Map([[FILE, 'const = 3']])), {
    message: /^The formatter failed:\n[\s\S]*features\/things\/contract\.ts/,
  });
});
