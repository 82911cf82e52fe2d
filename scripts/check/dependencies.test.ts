import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SERVER_PROGRAMS } from '#scripts/build/server-programs.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { modulesOf } from './imports.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What `npm start` runs: the builds, the server, its commands and the picture process. */
const PROGRAMS = [
  'scripts/build/build-site.ts',
  'scripts/build/build-server.ts',
  'vite.config.ts',
  ...SERVER_PROGRAMS,
  'server/files/picture-worker.ts',
];
const CLIENT_SOURCES = [
  '{client,features/*/client}/**/*.{ts,tsx,css}',
  'features/*/{client.ts,*.tsx}',
];
const CLIENT_TESTS = ['**/*.test.ts', 'client/testing/**'];

const PACKAGE = /(?<![.\w])(?:from|import)\s*\(?\s*['"]((?:@[\w-]+\/)?[\w-]+)(?:\/[^'"]*)?['"]/g;

test('The dependencies are the packages that the build of the site, the server and its commands import', () => {
  const files = new Set<string>();
  for (const program of PROGRAMS) modulesOf(join(ROOT, program), files);
  for (const name of globSync(CLIENT_SOURCES, { cwd: ROOT, exclude: CLIENT_TESTS }))
    files.add(join(ROOT, name));
  const imported = [...files].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(PACKAGE)]);
  assert.deepEqual(
    [...new Set(imported.map(([, name = '']) => name))].sort(),
    Object.keys(packageJson.dependencies).sort(),
  );
});

test('Node has the same version on every platform', () => {
  const versions = Object.values(packageJson.optionalDependencies);
  assert.equal(versions.length, 5);
  assert.equal(new Set(versions).size, 1);
});
