import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { modulesOf } from '#tooling/imports.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { NOT_SITE_INPUTS, root, SITE_INPUTS } from './setup.mjs';

test('The site is rebuilt only after a change in one of its inputs', async (t) => {
  const { kit, setUp, builds } = await copySiteInputs(t);
  assert.equal(await buildsAfterSetup(), 1);
  assert.equal(await buildsAfterSetup({ PUBLIC_URL: 'https://notes.test' }), 1);
  await mkdir(join(kit, 'server'));
  await writeFile(join(kit, 'server', 'main.ts'), '// edited');
  await writeFile(join(kit, 'client', 'new.test.ts'), '// edited');
  assert.equal(await buildsAfterSetup(), 1);
  const edits = ['scripts/build-pwa.ts', 'client/components/mark.ts', 'client/public/new-icon.svg'];
  for (const [index, file] of edits.entries()) {
    await appendFile(join(kit, file), '\n// edited');
    assert.equal(await buildsAfterSetup(), index + 2, file);
  }

  async function buildsAfterSetup(env: NodeJS.ProcessEnv = {}) {
    await setUp(env);
    return builds();
  }
});

test('Processes that start at the same time build the site once', async (t) => {
  const { kit, setUp, builds } = await copySiteInputs(t);
  // Left by a process that was killed. No process has this number.
  await writeFile(join(kit, '.setup-lock'), '4194999');
  await Promise.all([setUp(), setUp(), setUp()]);
  assert.equal(await builds(), 1);
});

test('Every module that the build imports is an input of the site', () => {
  const modules = new Set<string>();
  for (const file of ['scripts/build.ts', 'vite.config.ts', 'scripts/contract-worker.ts'])
    modulesOf(join(root, file), modules);
  const names = [...modules].map((file) => relative(root, file).replaceAll('\\', '/'));
  assert.ok(names.includes('scripts/build-pwa.ts') && names.includes('client/components/mark.ts'));
  for (const name of names)
    assert.ok(
      SITE_INPUTS.some((input: string) => name === input || name.startsWith(`${input}/`)) &&
        !NOT_SITE_INPUTS.test(name),
      `${name} is not an input`,
    );
});

/** Copies what the site is built from. Instead of building, the copy counts the builds. */
async function copySiteInputs(t: TestContext) {
  const kit = await mkdtemp(join(tmpdir(), 'trifold-test-'));
  t.after(() => rm(kit, { recursive: true }));
  for (const input of SITE_INPUTS)
    await cp(join(root, input), join(kit, input), { recursive: true });
  const build = `node -e "require('fs').appendFileSync('builds', 'x')"`;
  await writeFile(join(kit, 'package.json'), JSON.stringify({ scripts: { build } }));
  const setup = `import('./scripts/setup.mjs').then(({ build }) => build())`;
  return {
    kit,
    setUp: (env: NodeJS.ProcessEnv = {}) =>
      promisify(execFile)(process.execPath, ['-e', setup], {
        cwd: kit,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      }),
    builds: async () => (await readFile(join(kit, 'builds'), 'utf8')).length,
  };
}
