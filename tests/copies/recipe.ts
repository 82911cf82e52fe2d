import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { copyKit } from '#tests/support/kit-copy.ts';
import { applyCode, shellCommands } from '#tests/support/markdown-code.ts';

export type Kit = ReturnType<typeof copyKit>;

const FOLDER = join(import.meta.dirname, '../../docs/recipes');
/** A recipe that builds on other documents links to them in a line with this beginning. */
const NEEDS = /^\*\*Needs\*\* (.+)$/m;
export const ON_POSTGRES = 'npm run test:postgres -- ';

export const recipes = globSync('*.md', { cwd: FOLDER })
  .filter((file) => file !== 'README.md')
  .sort();

/**
 * Applies a recipe without its tests, after the documents that it builds on and that are not applied yet. Returns the
 * files with its code.
 */
export async function follow(kit: Kit, recipe: string, done = new Set<string>()) {
  for (const needed of neededBy(recipe).filter((document) => !done.has(document))) {
    applyCode(kit.folder, read(needed));
    done.add(needed);
  }
  for (const command of commandsOf(recipe).preparations) await run(kit, command);
  const { files } = applyCode(kit.folder, read(recipe));
  done.add(recipe);
  return files;
}

/** Runs tests in a copy. At least one must run. */
export async function runTests(kit: Kit, command: string) {
  assert.match(await run(kit, command), /^[1-9]\d* passed, 0 failed$/m);
}

export function commandsOf(document: string) {
  const kinds = Object.groupBy(shellCommands(read(document)), (command) => {
    if (command.startsWith(ON_POSTGRES)) return 'onPostgres';
    return /^npm (test|run test:)/.test(command) ? 'tests' : 'preparations';
  });
  return { onPostgres: [], tests: [], preparations: [], ...kinds };
}

/** Lists the words with which commands select tests. */
export function wordsOf(commands: string[]) {
  return [...new Set(commands.flatMap((command) => command.split(' -- ')[1]?.split(' ') ?? []))];
}

/** Lists the documents whose code a recipe builds on. */
function neededBy(recipe: string) {
  const [, line = ''] = NEEDS.exec(read(recipe)) ?? [];
  return [...line.matchAll(/\]\((.+?)\)/g)].map(([, file = '']) => file);
}

/** Reads a document. Its path is relative to the recipes. */
export function read(document: string) {
  return readFileSync(join(FOLDER, document), 'utf8');
}

/** Runs a command. A copy is no git repository, without which some need a flag. */
function run(kit: Kit, command: string) {
  // Words in quotes may contain spaces.
  const words = command.match(/"[^"]*"|[^ ]+/g) ?? [];
  const [program = '', ...args] = words.map((word) => word.replaceAll('"', ''));
  const needsFlag = /^npm run (add|add-\w+|remove) /.test(command);
  return kit.output(program, ...args, ...(needsFlag ? ['--force'] : []));
}
