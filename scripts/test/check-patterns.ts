import { existsSync, globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { EXTRAS, OTHER_TESTS, POSTGRES_ALWAYS, SUITES, type Suite } from './suites.ts';

/** Finds patterns that match no file, tests that no command runs, and tests that `npm test` never runs. */
export function findPatternProblems(): string[] {
  const patterns = [
    ...Object.values(SUITES).flat(),
    ...OTHER_TESTS,
    ...POSTGRES_ALWAYS,
    ...EXTRAS.flatMap(({ tests, about }) => [...tests, ...about]),
  ];
  const run = new Set(globSync([...Object.values(SUITES).flat(), ...OTHER_TESTS]));
  const tests = globSync('*/**/*.{test,spec}.ts', { exclude: ['node_modules', 'dist*'] });
  return [
    ...patterns
      .filter(matchesNothing)
      .map((pattern) => `scripts/test/suites.ts: ${pattern} matches no file`),
    ...tests
      .filter((file) => !run.has(file))
      .map((file) => `${file} is in no suite of scripts/test/suites.ts`),
    ...tests
      .filter((file) => run.has(file) && isNeverChosen(file))
      .map((file) => `${file} is in no row of EXTRAS in scripts/test/suites.ts`),
  ];
}

/** Tells whether a test is too slow for every change, and no change selects it. */
function isNeverChosen(file: string) {
  if (!file.endsWith('.slow.test.ts') && !file.endsWith('.spec.ts')) return false;
  const suite = (Object.keys(SUITES) as Suite[]).find((name) =>
    SUITES[name].some((pattern) => matchesGlob(file, pattern)),
  );
  return !EXTRAS.some(
    (extra) =>
      extra.suite === suite &&
      extra.tests !== SUITES[suite] &&
      extra.tests.some((pattern) => matchesGlob(file, pattern)),
  );
}

/** A product may have deleted files of the kit, so only the kit checks this. */
const isKit = existsSync('scripts/product/remove-demo.ts');

/** Tells whether a pattern, or an alternative in its braces, matches no file. Features need not have all tests. */
function matchesNothing(pattern: string) {
  return alternativesOf(pattern).some(
    (one) => isKit && !one.startsWith('features/') && globSync(one).length === 0,
  );
}

/** Expands the braces of a pattern. */
function alternativesOf(pattern: string): string[] {
  const [braces, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (braces === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((one) => alternativesOf(pattern.replace(braces, () => one)));
}
