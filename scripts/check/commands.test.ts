import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandsOfImage, commandsOfWorkflow, linesRun, testRuns } from './executed-commands.ts';
import { importsOf } from './imports.ts';
import { isOfRemovedFeature } from './removed-feature.ts';

const root = join(import.meta.dirname, '../..');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
/** A command of the kit in a text. npm has short forms of two of them. */
const COMMAND = /\bnpm (?:run ([\w:-]+)|(start|test)\b)/g;
/** A row of docs/commands.md: the command, its purpose, and what runs it. */
const ROW = /^\| `npm (?:run )?([\w:-]+)` \| (.+) \| (?:`([^`]+)`|by hand: .+) \|$/gm;

const documented = [...read('docs/commands.md').matchAll(ROW)].map(([, name = '', , runBy]) => ({
  name,
  runBy,
}));
/** Commands of features that were removed, such as the demo. */
const removed = documented.filter(({ runBy = '' }) => isOfRemovedFeature(runBy));
const rows = documented.filter((row) => !removed.includes(row));

test('docs/commands.md documents every command once, and no others', () => {
  assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(scripts).sort());
});

test('every command is run by the file that docs/commands.md names, or it gives a reason why not', () => {
  for (const { name, runBy } of rows) {
    if (!runBy) continue;
    assert.ok(existsSync(join(root, runBy)), `${name}: ${runBy} does not exist`);
    assert.ok(runs(runBy, formsOf(name)), `${runBy} does not run ${name}`);
  }
});

test('every command in a document, workflow or comment exists', () => {
  const files = globSync(
    [
      '*.md',
      'docs/**/*.md',
      '.github/**/*.{md,yml}',
      '.devcontainer/*',
      '{scripts,tests/support,server}/**/*.ts',
    ],
    { cwd: root },
  );
  const unknown = files.flatMap((file) =>
    [...read(file).matchAll(COMMAND)]
      .map(([, name = '', short = '']) => name || short)
      .filter((name) => !(name in scripts || removed.some((row) => row.name === name)))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

/** Returns the ways to run a command: by its name, or by a program that no other command runs. */
function formsOf(name: string) {
  const program = programOf(scripts[name]);
  const isShared = Object.values(scripts).filter((one) => programOf(one) === program).length > 1;
  const forms = [`npm run ${name}`, `npm ${name}`];
  if (!program || isShared) return forms;
  const [, bundled] = /^scripts\/.+\/([\w-]+)\.ts$/.exec(program) ?? [];
  return [...forms, program, ...(bundled ? [`${bundled}.js`] : [])];
}

/** Returns the program of a package.json script, without run.mjs, which only prepares it. */
function programOf(script = '') {
  return script.match(/[\w./-]+\.(?:ts|m?js)\b/g)?.find((path) => path !== 'scripts/run.mjs');
}

function runs(file: string, forms: string[]) {
  const source = read(file);
  if (file.endsWith('.yml')) return linesRun(commandsOfWorkflow(source), forms);
  if (file === 'Dockerfile') return linesRun(commandsOfImage(source), forms);
  const helpers = importsOf(join(root, file)).filter((path) => path.endsWith('.ts'));
  return testRuns(
    source,
    forms,
    helpers.map((path) => readFileSync(path, 'utf8')),
  );
}

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}
