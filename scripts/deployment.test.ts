import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { modulesOf } from '#tooling/imports.ts';
import packageJson from '../package.json' with { type: 'json' };
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { root, SITE_INPUTS } from './setup.mjs';

/** What runs on a server: the server itself, the program that decodes pictures, and the commands of operators. */
const PROGRAMS = [
  'server/main.ts',
  'server/files/picture-worker.ts',
  'scripts/admin.ts',
  'scripts/backup.ts',
  'scripts/migrate.ts',
  'scripts/remove-demo.ts',
  'scripts/restore.ts',
];

test('Every setting is documented and in the example, and there are no others', () => {
  const settings = readSettings();
  const [, section = ''] = read('docs/deploy.md').split('\n## Settings\n');
  const [table = ''] = section.split('\n## ');
  const cells = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell);
  assert.deepEqual(names(cells.join().matchAll(/`(\w+)`/g)), settings);

  const exemplary = names(read('.env.example').matchAll(/^#([A-Z]\w*)=/gm));
  // Of the build of the native apps.
  assert.deepEqual(exemplary, [...settings, 'API_URL'].sort());
});

test('Every setting in the files for deployment exists', () => {
  const settings = readSettings();
  const [app = ''] = read('compose.yaml').split('\nservices:\n');
  const used = [
    ...names(app.matchAll(/^ {4}([A-Z]\w*):/gm)),
    ...names(read('Dockerfile').matchAll(/(?<=^ENV.*)\b([A-Z]\w*)=/gm)),
    ...names(read('deploy/systemd/app@.service').matchAll(/^Environment=(\w+)=/gm)),
    ...names(read('docs/deploy.md').matchAll(/^([A-Z]\w*)=/gm)),
  ];
  assert.ok(used.length > 10);
  assert.deepEqual(
    used.filter((name) => !settings.includes(name)),
    [],
  );
});

test('The image contains what the server and its commands import, and its build what the site is built from', () => {
  const [build = [], run = []] = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map(copiedFiles);
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  for (const path of [...build, ...run]) {
    assert.ok(existsSync(join(root, path)), `${path} does not exist`);
    assert.ok(allowed.includes(path), `${path} is ignored`);
  }
  for (const input of SITE_INPUTS) assert.ok(contains(build, input), `${input} is not built`);
  for (const file of runtimeModules()) assert.ok(contains(run, file), `${file} is not copied`);
});

test('The dependencies are the packages that the server and its commands import', () => {
  const imported = runtimeModules().flatMap((file) => [
    ...read(file).matchAll(
      /(?<![.\w])(?:from|import)\s*\(?\s*'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g,
    ),
  ]);
  assert.deepEqual(names(imported), Object.keys(packageJson.dependencies).sort());
});

test('Node has the same version on every platform', () => {
  const versions = Object.entries(packageJson.optionalDependencies)
    .filter(([name]) => name.startsWith('node-'))
    .map(([, version]) => version);
  assert.equal(versions.length, 5);
  assert.equal(new Set(versions).size, 1);
});

/** Lists the settings that the server reads. */
function readSettings() {
  const read = new Set<string>();
  const values: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://app.example',
    SMTP_URL: 'smtp://mail.example',
    S3_ENDPOINT: 'https://store.example',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  readConfig(
    new Proxy(values, {
      get(target, name: string) {
        read.add(name);
        return target[name];
      },
    }),
  );
  return [...read].sort();
}

function runtimeModules() {
  const modules = new Set<string>();
  for (const program of PROGRAMS) modulesOf(join(root, program), modules);
  return [...modules].map((file) => relative(root, file).replaceAll('\\', '/'));
}

/** Lists what a stage of the Dockerfile copies from this folder. */
function copiedFiles(stage: string) {
  return [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
}

const contains = (copied: string[], file: string) =>
  copied.some((path) => file === path || file.startsWith(`${path}/`));

const names = (matches: Iterable<RegExpExecArray>) =>
  [...new Set([...matches].map(([, name = '']) => name))].sort();

const read = (file: string) => readFileSync(join(root, file), 'utf8');
