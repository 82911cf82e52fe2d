import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { assertProblem, runDoctor } from './testing.ts';

test('without an installation, npm run doctor starts and says how to install', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const path of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(path, join(folder, path), { recursive: true });
  const { code, lines, problems } = await runDoctor(folder);
  assert.equal(code, 1);
  assert.match(
    problems[0] ?? '',
    /^problem +runtime: Node [\d.]+, which runs the app, is not installed: npm run dev /,
  );
  assert.match(problems[1] ?? '', /^problem +packages: no packages are installed: npm run dev /);
  assert.equal(lines.at(-1), 'Solve the problems, then run this again.');
  assertProblem(
    await runDoctor(folder, {}, { args: ['https://notes.example.com'] }),
    /^problem +others: this check needs Node and the packages: run npm ci$/,
  );
});

test('npm run doctor notices packages that differ from the lockfile, and a lockfile without a package', async (t) => {
  const kit = copyKit();
  t.after(kit.remove);
  const lockfile = 'package-lock.json';
  kit.replace(
    lockfile,
    /("node_modules\/hono": \{\s+"version": ")[^"]+/,
    '"node_modules/hono": {\n      "version": "0.0.1',
  );
  assertProblem(
    await runDoctor(kit.folder),
    /^problem +packages: node_modules differs .*\(hono [\d.]+ instead of 0\.0\.1\): run npm ci$/,
  );
  kit.replace(lockfile, '"node_modules/hono": {', '"node_modules/hono-renamed": {');
  assertProblem(await runDoctor(kit.folder), /hono-renamed is missing.*: run npm ci$/);
  kit.replace('package.json', '"hono": "', '"hono": "99.');
  assertProblem(
    await runDoctor(kit.folder),
    /^problem +packages: .* lacks hono 99\.[\d.]+ .*: run npm install$/,
  );
});

test('npm run doctor names a missing or damaged file of the packages', async (t) => {
  const kit = copyKit();
  t.after(kit.remove);
  rmSync(join(kit.folder, 'package-lock.json'));
  assertProblem(
    await runDoctor(kit.folder),
    /^problem +packages: package-lock\.json is missing or damaged: run git checkout package-lock\.json$/,
  );
  writeFileSync(join(kit.folder, 'package.json'), '{}');
  assert.equal((await runDoctor(kit.folder)).problems.length, 2);
});
