import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { EXTRAS, type Extra, POSTGRES_ALWAYS, SMOKE, SUITES, type Suite } from './suites.ts';

/** Matches imports of server/testing/: a test without them uses no database. */
const TESTING_IMPORT = /(from |import\()'[^']*\btesting\//;

export function testFiles(suite: Suite) {
  const files = globSync(SUITES[suite]).sort();
  if (suite !== 'postgres') return files;
  return files.filter((file) => TESTING_IMPORT.test(readFileSync(file, 'utf8')));
}

/** Returns the tests that are too slow for every change, but cover one of these files. */
export function extrasFor(changed: string[]): Extra[] {
  return EXTRAS.filter(({ about }) => changed.some((file) => matches(file, about)));
}

/**
 * Returns the files of a suite that run after any change, that extras add, or that were changed. For browser tests,
 * returns all files, because `browserPattern` selects tests in them.
 */
export function filesAfterChange(suite: Suite, extras: Extra[], changed: string[]) {
  const added = extras.filter((extra) => extra.suite === suite).flatMap(({ tests }) => tests);
  return testFiles(suite).filter(
    (file) => isAlwaysRun(suite, file) || matches(file, added) || changed.includes(file),
  );
}

function isAlwaysRun(suite: Suite, file: string) {
  if (suite === 'kit') return false;
  if (suite === 'postgres') return matches(file, POSTGRES_ALWAYS);
  return !file.endsWith('.slow.test.ts');
}

/**
 * Returns the pattern of the browser tests that run after any change, that extras add, or that were changed. Playwright
 * matches it against path and title, so it contains paths and the tag.
 */
export function browserPattern(extras: Extra[], changed: string[]) {
  const added = extras.filter(({ suite }) => suite === 'browser').flatMap(({ tests }) => tests);
  const files = testFiles('browser').filter(
    (file) => matches(file, added) || changed.includes(file),
  );
  return [SMOKE, ...files.map(escaped)].join('|');
}

/** Finds tests by words in their path, or else in their title. Without words, finds all by path. */
export function selectByWords(files: string[], words: string[]) {
  const byPath = files.filter((file) => contains(file, words));
  const byTitle = files.filter((file) => !byPath.includes(file) && hasTitleWith(file, words));
  const titleFlags = words.map((word) => `--test-name-pattern=/${escaped(word)}/i`);
  return { byPath, byTitle, titleFlags };
}

/** Tells whether a word occurs in a test file or its path: a title may be built from variables. */
export function mentionsWord(file: string, words: string[]) {
  return contains(file, words) || contains(readFileSync(file, 'utf8'), words);
}

export function escaped(word: string) {
  return word.replace(/\W/g, '\\$&');
}

const matches = (file: string, patterns: string[]) =>
  patterns.some((pattern) => matchesGlob(file, pattern));

function contains(text: string, words: string[]) {
  return (
    words.length === 0 || words.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  );
}

function hasTitleWith(file: string, words: string[]) {
  const titles = readFileSync(file, 'utf8').match(/\b(?:test|it|describe)\(\s*(['"`]).*?\1/g) ?? [];
  return titles.some((title) => contains(title, words));
}
