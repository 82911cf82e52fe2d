import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureChromium } from '#tooling/chromium.ts';
import { startPostgres } from '#tooling/test-postgres.ts';
import { check, finish, suite, watch } from './suites.ts';

// Runs all checks and tests that a change must pass; the last line is `N passed, N failed`.
// usage: test.ts [--only SUITE] [--watch] [WORD …]    with words: only tests whose path or title contains one of them,
// without the checks. --watch, for unit, scripts and sqlite: runs the tests again whose modules were saved, until Ctrl-C
const SUITES = ['checks', 'unit', 'scripts', 'sqlite', 'postgres', 'browser', 'kit'] as const;
type Suite = (typeof SUITES)[number];

const UNIT_TESTS = [
  'shared/**/*.test.ts',
  'client/**/*.test.ts',
  'features/*/*.test.ts',
  'features/*/client/**/*.test.ts',
];
const SERVER_TESTS = ['server/**/*.test.ts', 'features/*/server/**/*.test.ts'];
const SIMULATOR_TESTS = ['simulator/**/*.test.ts'];
const SCRIPT_TESTS = ['scripts/**/*.test.ts', 'tooling/**/*.test.ts'];
/** The suites that can be watched: they need nothing besides Node. */
const WATCHABLE: Partial<Record<Suite, string[]>> = {
  unit: UNIT_TESTS,
  scripts: SCRIPT_TESTS,
  sqlite: [...SERVER_TESTS, ...SIMULATOR_TESTS],
};
const BROWSER_TESTS = ['e2e/**/*.spec.ts', 'features/*/e2e/**/*.spec.ts'];
// Tests that check, build and start copies of the kit.
const KIT_TESTS = ['kit/*.test.ts', 'features/*/kit/*.test.ts'];

/**
 * Matches the imports of server/testing/. Only test files with one use the database under test, so the PostgreSQL suite
 * runs only those.
 */
const TESTING_IMPORT = /(from |import\()'[^']*\btesting\//;
/** More files than cores, because tests also wait. Limited by the connections that PostgreSQL accepts. */
const FILES_AT_ONCE = Math.min(2 * availableParallelism(), 8);

const { values, positionals: words } = parseArgs({
  options: { only: { type: 'string' }, watch: { type: 'boolean' } },
  allowPositionals: true,
});
const isWanted = (name: Suite) => !values.only || values.only === name;
// Adding, renaming and upgrading are tested in the kit. A product has no demo, and tests them only on request.
const isKit = existsSync('scripts/remove-demo.ts');

if (values.only && !SUITES.some(isWanted)) {
  console.error(`There is no suite "${values.only}". There are: ${SUITES.join(', ')}.`);
  process.exit(1);
}

if (values.watch) process.exit(await watchTests());
if (isWanted('checks') && words.length === 0) {
  await check('Types', ['tsc']);
  await check('Lint and format', ['biome', 'check', '--error-on-warnings']);
  await check('File sizes and import cycles', ['node', 'scripts/check-sources.ts']);
  await check('Unused files, exports and dependencies', ['knip', '--no-progress']);
}
if (isWanted('unit')) await nodeTests('Unit', globSync(UNIT_TESTS));
if (isWanted('scripts')) await nodeTests('Scripts', globSync(SCRIPT_TESTS));
if (isWanted('sqlite'))
  await nodeTests('Server on SQLite', globSync([...SERVER_TESTS, ...SIMULATOR_TESTS]));
if (isWanted('postgres')) await onPostgres();
if (isWanted('browser')) await browserTests();
if (isKit ? isWanted('kit') : values.only === 'kit')
  await nodeTests('Kit without and with features', globSync(KIT_TESTS));
finish();

async function nodeTests(name: string, files: string[], env: NodeJS.ProcessEnv = {}) {
  const command = ['node', '--test', `--test-concurrency=${FILES_AT_ONCE}`];
  const { byPath, byTitle, titles } = select(files);
  // Without a file, Node would search for tests by itself.
  if (byPath.length > 0) await suite(name, [...command, ...byPath], env);
  if (byTitle.length > 0)
    await suite(`${name}, by title`, [...command, ...titles, ...byTitle], env);
}

/** Runs tests of one suite again and again. Those found by their title only if none is found by its path. */
function watchTests() {
  const { byPath, byTitle, titles } = select(globSync(WATCHABLE[values.only as Suite] ?? []));
  const files = byPath.length > 0 ? byPath : [...titles, ...byTitle];
  if (byPath.length + byTitle.length > 0)
    return watch(['node', '--test', '--watch', `--test-concurrency=${FILES_AT_ONCE}`, ...files]);
  console.error(
    'There is nothing to watch: use test:unit or test:server, with a word that tests contain.',
  );
  return 1;
}

function select(files: string[]) {
  const byPath = files.filter(containsWord);
  const byTitle = files.filter((file) => !byPath.includes(file) && hasTitleWithWord(file));
  return {
    byPath,
    byTitle,
    titles: words.map((word) => `--test-name-pattern=/${escaped(word)}/i`),
  };
}

/** Starts PostgreSQL only if there are tests to run, because it takes seconds. */
async function onPostgres() {
  const files = globSync(SERVER_TESTS).filter((file) =>
    TESTING_IMPORT.test(readFileSync(file, 'utf8')),
  );
  if (!files.some((file) => containsWord(file) || hasTitleWithWord(file))) return;
  const postgres = await startPostgres();
  try {
    // Loaded only here, because every other suite would start later.
    const { migrateTemplate } = await import('#server/testing/test-database.ts');
    await migrateTemplate(postgres.url);
    await nodeTests('Server on PostgreSQL', files, { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Selects the files that can match, so that Playwright loads no others. It matches its pattern against path and title. */
async function browserTests() {
  if (words.length === 0) return suite('Browser', ['playwright', 'test'], ensureChromium());
  const files = globSync(BROWSER_TESTS).filter((file) =>
    containsWord(`${file} ${readFileSync(file, 'utf8')}`),
  );
  if (files.length === 0) return;
  const filter = ['--pass-with-no-tests', `--grep=/${words.map(escaped).join('|')}/i`];
  await suite(
    'Browser',
    ['playwright', 'test', ...filter, ...files.map(escaped)],
    ensureChromium(),
  );
}

function containsWord(text: string) {
  return (
    words.length === 0 || words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  );
}

function hasTitleWithWord(file: string) {
  const titles = readFileSync(file, 'utf8').match(/\b(?:test|it|describe)\(\s*(['"`]).*?\1/g) ?? [];
  return titles.some(containsWord);
}

function escaped(word: string) {
  return word.replace(/\W/g, '\\$&');
}
