import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseFlags } from '#scripts/run/check-flags.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { buildSite } from '#scripts/run/setup.mjs';
import { ensureChromium } from '#tests/support/chromium.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { changedFiles } from './changed-files.ts';
import { fail, finish, listDurations, runChecks, suite, watch } from './runner.ts';
import {
  browserPattern,
  escaped,
  extrasFor,
  filesAfterChange,
  mentionsWord,
  selectByWords,
  testFiles,
} from './selection.ts';
import { EXTRAS, SUITES, type Suite } from './suites.ts';

// Runs the checks and the tests that a change needs; the last line is `N passed, N failed`.
// usage: test.ts [--all] [--only SUITE] [--shard 1/3] [--watch] [WORD …]
// --all: every test, whatever was changed. --only: every test of one suite. --shard: one part of them. --watch, for
// unit, scripts and sqlite: reruns tests when their modules are saved, until Ctrl-C. With words: only tests whose path
// or title contains one of them, without the checks.
const WATCHABLE: Suite[] = ['unit', 'scripts', 'sqlite'];
const NAMES = ['checks', ...Object.keys(SUITES)];

/** More files than cores, because tests also wait. Limited by the connections that PostgreSQL accepts. */
const FILES_AT_ONCE = Math.min(2 * availableParallelism(), 8);

const { values, positionals: words } = readFlags();
/** Whether to run every matching test, not only those that the change needs. */
const runsAll = Boolean(values.all || values.only || words.length > 0);
// The kit tests adding, renaming and upgrading. A product, which has no demo, tests them only on request.
const isKit = existsSync('scripts/product/remove-demo.ts');
const isWanted = (name: Suite | 'checks') =>
  values.only ? values.only === name : isKit || name !== 'kit';

if (values.only && !NAMES.includes(values.only)) {
  console.error(`There is no suite "${values.only}". There are: ${NAMES.join(', ')}.`);
  process.exit(1);
}
const changed = runsAll ? [] : changedFiles(process.cwd());
const extras = runsAll ? EXTRAS : extrasFor(changed ?? []);
const filesOf = (name: Suite) =>
  isWanted(name) ? (runsAll ? testFiles(name) : filesAfterChange(name, extras, changed ?? [])) : [];

if (values.watch) process.exit(await watchTests());
// First, because without a browser nothing else should run.
const browser = hasTests('browser') || hasTests('kit') ? ensureChromium() : {};
if (hasTests('browser')) await buildSite();

if (isWanted('checks') && words.length === 0)
  await runChecks({
    Types: ['tsc'],
    'Lint and format': ['biome', 'check', '--error-on-warnings'],
    'File sizes, imports and patterns of tests': ['node', 'scripts/check/check-sources.ts'],
    'Unused files, exports and dependencies': ['knip', '--no-progress'],
  });
await nodeTests('Unit', filesOf('unit'));
await nodeTests('Scripts', filesOf('scripts'));
await nodeTests('Server on SQLite', filesOf('sqlite'));
if (hasTests('postgres')) await onPostgres();
if (hasTests('browser')) await browserTests();
await nodeTests('Copies of the kit', filesOf('kit'));
listDurations();
if (!runsAll) listLeftOut();
finish();

function readFlags() {
  try {
    return parseFlags({
      options: {
        all: { type: 'boolean' },
        only: { type: 'string' },
        shard: { type: 'string' },
        watch: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(`${(error as Error).message} There are: --all, --only, --shard and --watch.`);
    process.exit(1);
  }
}

async function nodeTests(name: string, files: string[], env: NodeJS.ProcessEnv = {}) {
  const command = [
    'node',
    '--test',
    `--test-concurrency=${FILES_AT_ONCE}`,
    ...shard('--test-shard'),
  ];
  const { byPath, byTitle, titleFlags } = selectByWords(files, words);
  // Without a file, Node would search for tests by itself.
  if (byPath.length > 0) await suite(name, [...command, ...byPath], env);
  if (byTitle.length > 0)
    await suite(`${name}, by title`, [...command, ...titleFlags, ...byTitle], env);
}

/** Runs tests of one suite repeatedly. Selects tests by title only if no path matches. */
function watchTests() {
  const watched = WATCHABLE.find((name) => name === values.only);
  const { byPath, byTitle, titleFlags } = selectByWords(watched ? testFiles(watched) : [], words);
  const args = byPath.length > 0 ? byPath : [...titleFlags, ...byTitle];
  if (byPath.length + byTitle.length > 0)
    return watch(['node', '--test', '--watch', `--test-concurrency=${FILES_AT_ONCE}`, ...args]);
  console.error(
    'There is nothing to watch: use test:unit or test:server, with a word that tests contain.',
  );
  return 1;
}

async function onPostgres() {
  const postgres = await startPostgres().catch(({ message }) => console.error(message));
  if (!postgres) return fail('Server on PostgreSQL');
  try {
    // Loaded only here, because every other suite would start later.
    const { migrateTemplate } = await import('#server/testing/test-database.ts');
    await migrateTemplate(postgres.url);
    const env = { TEST_DATABASE_URL: postgres.url };
    await nodeTests('Server on PostgreSQL', filesOf('postgres'), env);
  } finally {
    await postgres.stop();
  }
}

async function browserTests() {
  const command = ['playwright', 'test', ...shard('--shard'), '--pass-with-no-tests'];
  if (words.length === 0) {
    const tests = runsAll ? [] : [`--grep=${browserPattern(extras, changed ?? [])}`];
    return suite('Browser', [...command, ...tests], browser);
  }
  // Only files that can match, so that Playwright loads no others. It matches its pattern against path and title.
  const files = filesOf('browser').filter((file) => mentionsWord(file, words));
  const filter = `--grep=/${words.map(escaped).join('|')}/i`;
  await suite('Browser', [...command, filter, ...files.map(escaped)], browser);
}

function hasTests(name: Suite) {
  const files = filesOf(name);
  if (name === 'browser') return files.some((file) => mentionsWord(file, words));
  const { byPath, byTitle } = selectByWords(files, words);
  return byPath.length + byTitle.length > 0;
}

function shard(flag: string) {
  return values.shard ? [`${flag}=${values.shard}`] : [];
}

/** Prints which tests were not run, why, and the commands that run them. */
function listLeftOut() {
  const leftOut = EXTRAS.filter((extra) => !extras.includes(extra) && isWanted(extra.suite));
  if (leftOut.length === 0) return;
  const reason = changed
    ? 'no file that they are about was changed'
    : 'it is unknown which files were changed, without git or a main branch to compare with';
  console.log(`\nLeft out, because ${reason} (npm run test:all runs everything):`);
  const byCommand = Map.groupBy(leftOut, ({ suite }) => commandOf(suite));
  for (const [command, extras] of byCommand)
    console.log(`  ${command}: ${extras.map(({ name }) => name).join('; ')}`);
}

function commandOf(name: Suite) {
  const commands: Partial<Record<Suite, string>> = {
    unit: 'npm run test:unit',
    sqlite: 'npm run test:server',
    postgres: 'npm run test:postgres',
    browser: 'npm run test:browser',
  };
  return commands[name] ?? `npm run test:all -- --only ${name}`;
}
