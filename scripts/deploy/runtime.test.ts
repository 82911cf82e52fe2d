import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packagesFor, runtimeFor } from './runtime.ts';

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
);

test('a server gets Node and sharp for its processor, and nothing for another', () => {
  for (const processor of ['x64', 'arm64'])
    assert.deepEqual(
      packagesFor(packages, processor).map(({ name }) => name),
      [
        '@img/colour',
        `@img/sharp-libvips-linux-${processor}`,
        `@img/sharp-linux-${processor}`,
        'detect-libc',
        `node-linux-${processor}`,
        'semver',
        'sharp',
      ],
    );
});

test('the packages of a server have another name when one of them changes', async () => {
  const { name } = await runtimeFor('x86_64');
  assert.match(name, /^x64-[0-9a-f]{12}$/);
  assert.notEqual((await runtimeFor('aarch64')).name, name);
  await assert.rejects(runtimeFor('riscv64'), /^Error: Node has no version for riscv64/);
});
