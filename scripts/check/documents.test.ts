import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { codeBlocks } from '#tests/support/markdown-code.ts';
import { isOfRemovedFeature } from './removed-feature.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
// Decisions describe the code at the time.
const current = documents.filter((file) => basename(dirname(file)) !== 'decisions');

/** The target of a link that is not an address with a protocol. */
const LINK = /\]\((?!\w+:)([^)\s]+)\)/g;
/** A file or folder in a code span, also with `*`. Placeholders such as `features/<name>/` do not match. */
const PATH =
  /`((?:shared|server|client|features|tests|scripts|bench|docs|deploy|\.github)\/[\w./*-]*)`/g;
/** The name of a source file in a code span, without its folder. */
const NAME = /`([\w-]+\.(?:ts|tsx|mjs|css))`/g;
/** A row of a chapter in docs/asvs.md: requirement, state and proof. */
const REQUIREMENT = /^\| (V[\d.]+) \| [^|]+ \| (met|n\.a\.|not met) \| [^|]+ \| ?([^|]*?) ?\|$/;

test('every relative link in a document leads to a file and, if it names one, to a heading', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !leadsSomewhere(file, target))
      .map((target) => `${file}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test('every file, folder and test that a document names exists', () => {
  // For example the result folder of a bench.
  const ignored = read('.gitignore').split('\n');
  const exists = (path: string) => globSync(path, { cwd: root }).length > 0;
  const missing = current.flatMap((file) =>
    [...read(file).matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter(
        (path) =>
          !ignored.includes(path) &&
          !createdBy(file).includes(path) &&
          !isOfRemovedFeature(path) &&
          !exists(path),
      )
      .map((path) => `${file}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('in every command, words with characters that a shell replaces are quoted, as zsh refuses them otherwise', () => {
  const unquoted = current.flatMap((file) =>
    [...read(file).matchAll(/npm run add[^`\n]*/g)]
      .map(([command]) => command.replaceAll(/"[^"]*"/g, ''))
      .filter((command) => /[?(|]/.test(command))
      .map((command) => `${file}: ${command}`),
  );
  assert.deepEqual(unquoted, []);
});

test('every source file that a document names without its folder exists', () => {
  const sources = globSync(['*.ts', '{*,.*}/**/*.{ts,tsx,mjs,css}'], {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  }).map((path) => basename(path));
  const missing = current.flatMap((file) => {
    const created = createdBy(file).map((path) => basename(path));
    return [...read(file).matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter((name) => !sources.includes(name) && !created.includes(name))
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('every row of an ASVS chapter is a requirement of that chapter, in order, and a met one has a proof', () => {
  const rows = requirements();
  for (const { text, chapter, id, state, proof } of rows) {
    assert.ok(id, `no requirement with a state: ${text}`);
    assert.ok(id.startsWith(`${chapter}.`), `${id} is in the chapter ${chapter}`);
    if (state === 'met') assert.match(proof, /`[^`]+`/, id);
  }
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)].sort(byNumbers));
});

test('the totals and the list of unmet requirements in docs/asvs.md match its rows', () => {
  const [introduction = '', notMet = ''] = read('docs/asvs.md').split(/^## /m);
  const rows = requirements();
  const inState = (wanted: string) => rows.filter(({ state }) => state === wanted);
  const [, total, ...totals] =
    introduction.match(
      /has (\d+) requirements.*\*\*(\d+) met, (\d+) not applicable, (\d+) not met\*\*/,
    ) ?? [];
  assert.equal(Number(total), rows.length);
  assert.deepEqual(
    totals.map(Number),
    ['met', 'n.a.', 'not met'].map((state) => inState(state).length),
  );
  assert.deepEqual(
    [...notMet.matchAll(/^\| (V[\d.]+) \|/gm)].map(([, id]) => id),
    inState('not met').map(({ id }) => id),
  );
});

function read(file: string) {
  return readFileSync(join(root, file), 'utf8');
}

/** Returns every row in the chapters of docs/asvs.md. Rows that do not describe a requirement have no id. */
function requirements() {
  const chapters = read('docs/asvs.md')
    .split(/^## (?=V\d)/m)
    .slice(1);
  return chapters.flatMap((chapter) =>
    // Without the two lines of the heading.
    (chapter.match(/^\|.*$/gm) ?? []).slice(2).map((text) => {
      const [, id = '', state = '', proof = ''] = REQUIREMENT.exec(text) ?? [];
      return { text, chapter: chapter.split(' ')[0] ?? '', id, state, proof };
    }),
  );
}

/** Compares ids such as V1.2.10 part by part. */
function byNumbers(one: string, other: string) {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** Returns the files that a recipe or the tutorial tells to create. */
function createdBy(file: string) {
  return codeBlocks(read(file)).flatMap((block) => block.file ?? []);
}

function leadsSomewhere(file: string, target: string) {
  const [path = '', heading] = target.split('#');
  const linked = path ? join(dirname(file), path) : file;
  if (!existsSync(join(root, linked))) return false;
  return heading === undefined || headingsOf(linked).includes(heading);
}

/** Returns the names under which a link can refer to the headings of a document. */
function headingsOf(file: string) {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
