import { existsSync, globSync } from 'node:fs';
import { EXTRAS, OTHER_TESTS, POSTGRES_ALWAYS, SUITES } from './suites.ts';

/** Finds patterns that match no file, and tests that no command would run. */
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
  ];
}

/** A product may remove what is of the kit, such as its documents: only in the kit, every pattern must match. */
const isKit = existsSync('scripts/remove-demo.ts');

/** Tells whether a pattern, or a part of one with braces, matches no file. Features need not have tests of every kind. */
function matchesNothing(pattern: string) {
  return alternativesOf(pattern).some(
    (one) => isKit && !one.startsWith('features/') && globSync(one).length === 0,
  );
}

/** Returns the patterns that a pattern with braces stands for. */
function alternativesOf(pattern: string): string[] {
  const innermost = /\{([^{}]*)\}/.exec(pattern);
  if (!innermost) return [pattern];
  return (innermost[1] ?? '')
    .split(',')
    .flatMap((one) => alternativesOf(pattern.replace(innermost[0], () => one)));
}
