import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { modulesOf } from '#scripts/check/imports.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import * as setup from '#scripts/run/setup.mjs';
import { SERVER_PROGRAMS } from './server-programs.ts';

const { NOT_SERVER_INPUTS, NOT_SITE_INPUTS, SERVER_INPUTS, SITE_INPUTS } = setup;
const root = join(import.meta.dirname, '../..');

test('The site is rebuilt only after a change in one of its inputs', async (t) => {
  const { kit, setUp, builds } = await copySiteInputs(t);
  assert.equal(await buildsAfterSetup(), 1);
  assert.equal(await buildsAfterSetup({ PUBLIC_URL: 'https://notes.test' }), 1);
  await mkdir(join(kit, 'server'));
  await writeFile(join(kit, 'server', 'main.ts'), '// edited');
  await writeFile(join(kit, 'client', 'new.test.ts'), '// edited');
  await writeFile(join(kit, 'client', 'new.test-d.ts'), '// edited');
  assert.equal(await buildsAfterSetup(), 1);
  const edits = [
    'scripts/build/build-pwa.ts',
    'client/components/mark.ts',
    'client/public/new-icon.svg',
  ];
  for (const [index, file] of edits.entries()) {
    await appendFile(join(kit, file), '\n// edited');
    assert.equal(await buildsAfterSetup(), index + 2, file);
  }

  async function buildsAfterSetup(env: NodeJS.ProcessEnv = {}) {
    await setUp(env);
    return builds();
  }
});

test('npm run build always builds, and a later start does not build again', async (t) => {
  const { kit, setUp, builds } = await copySiteInputs(t);
  await mkdir(join(kit, 'server'));
  await writeFile(join(kit, 'scripts', 'build', 'build-server.ts'), '');
  const build = () =>
    promisify(execFile)(process.execPath, ['scripts/build/build.ts'], {
      cwd: kit,
      env: process.env,
    });
  await build();
  assert.equal(await builds(), 1);
  await setUp();
  assert.equal(await builds(), 1);
  await build();
  assert.equal(await builds(), 2);
});

test('Processes that start at the same time build the site once', async (t) => {
  const { kit, setUp, builds } = await copySiteInputs(t);
  // Left by a killed process. No process has this id.
  await writeFile(join(kit, '.setup-lock'), '4194999');
  await Promise.all([setUp(), setUp(), setUp()]);
  assert.equal(await builds(), 1);
});

test('A lock that was left by a process with the same id does not block others', async (t) => {
  const { setUp, builds } = await copySiteInputs(t);
  await setUp({}, `require('fs').writeFileSync('.setup-lock', String(process.pid))`);
  assert.equal(await builds(), 1);
});

test('Every module that the build of the site imports is an input of it', () => {
  const names = namesOfModules([
    'scripts/build/build-site.ts',
    'vite.config.ts',
    'scripts/build/contract-worker.ts',
  ]);
  assert.ok(
    names.includes('scripts/build/build-pwa.ts') && names.includes('client/components/mark.ts'),
  );
  for (const name of names)
    assert.ok(isInput(name, SITE_INPUTS, NOT_SITE_INPUTS), `${name} is not an input`);
});

test('Every module of the server, its commands and their build is an input of the server', () => {
  const names = namesOfModules(['scripts/build/build-server.ts', ...SERVER_PROGRAMS]);
  assert.ok(names.includes('server/app.ts') && names.includes('features/server.ts'));
  for (const name of names)
    assert.ok(isInput(name, SERVER_INPUTS, NOT_SERVER_INPUTS), `${name} is not an input`);
});

function namesOfModules(files: string[]) {
  const modules = new Set<string>();
  for (const file of files) modulesOf(join(root, file), modules);
  return [...modules].map((file) => relative(root, file).replaceAll('\\', '/'));
}

function isInput(name: string, inputs: string[], excluded: RegExp) {
  return (
    inputs.some((input) => name === input || name.startsWith(`${input}/`)) && !excluded.test(name)
  );
}

/** Copies what the site is built from. Instead of building, the copy counts the builds. */
async function copySiteInputs(t: TestContext) {
  const kit = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(kit, { recursive: true }));
  for (const input of SITE_INPUTS)
    await cp(join(root, input), join(kit, input), { recursive: true });
  await symlink(join(root, 'node_modules'), join(kit, 'node_modules'), 'junction');
  await writeFile(
    join(kit, 'scripts', 'build', 'build-site.ts'),
    `import { appendFileSync } from 'node:fs'; appendFileSync('builds', 'x');`,
  );
  const call = `import('./scripts/run/setup.mjs').then(({ buildSite }) => buildSite())`;
  return {
    kit,
    setUp: (env: NodeJS.ProcessEnv = {}, before = '') =>
      promisify(execFile)(process.execPath, ['-e', `${before};${call}`], {
        cwd: kit,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      }),
    builds: async () => (await readFile(join(kit, 'builds'), 'utf8')).length,
  };
}
