import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { copyKit } from '#tooling/kit-copy.ts';
import { applyCode, shellCommands } from '#tooling/markdown-code.ts';

const FOLDER = join(import.meta.dirname, '../docs/recipes');
/** A recipe that builds on other documents links to them in a line that starts so. */
const NEEDS = /^\*\*Needs\*\* (.+)$/m;
const ON_POSTGRES = 'npm run test:postgres -- ';
/** An import of a module of the kit. */
const IMPORT = /\bfrom '(#|\.\.?\/)([^']+\.\w+)'/g;

type Kit = ReturnType<typeof copyKit>;

const recipes = globSync('*.md', { cwd: FOLDER })
  .filter((file) => file !== 'README.md')
  .sort();

test('every recipe is in the table of recipes', () => {
  const table = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...table.matchAll(/^\| \[.+?\]\((.+?)\)/gm)].map(([, file]) => file);
  assert.deepEqual(listed.sort(), recipes);
});

// Two at once: one of them often waits for a server.
describe('recipes', { concurrency: 2 }, () => {
  const unused: Kit[] = [];
  after(() => unused.forEach((kit) => void kit.remove()));

  /** Returns a fresh copy of the kit. A later test gets it again, fresh but with what Node compiled. */
  function freshCopy(t: TestContext) {
    const kit = unused.pop() ?? copyKit();
    t.after(() => {
      kit.reset();
      unused.push(kit);
    });
    return kit;
  }

  test('the types of all recipes are correct, and their tests pass on PostgreSQL, also together', async (t) => {
    let left = recipes;
    while (left.length > 0) {
      const [first = '', ...others] = left;
      left = others;
      await t.test(`${first} and what fits to it`, async (t) => {
        const kit = freshCopy(t);
        const applied = await applyTogether(kit, first, others);
        left = others.filter((recipe) => !applied.has(recipe));
        await t.test('types', () => kit.checkTypes());
        const words = wordsOf([...applied].flatMap((recipe) => commandsOf(recipe).onPostgres));
        if (words.length > 0)
          await t.test('tests on PostgreSQL', () =>
            runTests(kit, `${ON_POSTGRES}${words.join(' ')}`),
          );
      });
    }
  });

  for (const recipe of recipes)
    test(`the code of ${recipe} fits into the kit, and the commands of the recipe succeed`, async (t) => {
      const kit = freshCopy(t);
      const files = await follow(kit, recipe);
      assert.ok(files.length > 0);
      assert.deepEqual(missingImports(kit.folder, files), []);
      await kit.sortRegistrations();
      await t.test('lint and format', () => kit.lint());
      await t.test('import rules', () => kit.run('node', 'scripts/check-sources.ts'));
      const { tests, onPostgres } = commandsOf(recipe);
      for (const command of tests) await t.test(command, () => runTests(kit, command));
      assert.ok(tests.length > 0);
      const tested = wordsOf(tests);
      assert.deepEqual(
        wordsOf(onPostgres).filter((word) => !tested.includes(word)),
        [],
      );
    });
});

/** Follows the first recipe and adds the code of the others that fit. Returns the documents whose code is then there. */
async function applyTogether(kit: Kit, first: string, others: string[]) {
  await follow(kit, first);
  const applied = new Set([...neededBy(first), first]);
  // What commands do, such as removing a folder, may not fit to other recipes.
  const hasCommands = (recipe: string) => commandsOf(recipe).preparations.length > 0;
  if (hasCommands(first)) return applied;
  for (const recipe of others.filter((recipe) => !hasCommands(recipe)))
    try {
      for (const document of [...neededBy(recipe), recipe]) {
        if (!applied.has(document)) applyCode(kit.folder, read(document));
        applied.add(document);
      }
    } catch {
      // It changes the same lines as another one.
    }
  return applied;
}

/** Does what a recipe says, except for its tests. Returns the files with its code. */
async function follow(kit: Kit, recipe: string) {
  for (const needed of neededBy(recipe)) applyCode(kit.folder, read(needed));
  for (const command of commandsOf(recipe).preparations) await run(kit, command);
  return applyCode(kit.folder, read(recipe)).files;
}

function run(kit: Kit, command: string) {
  const [program = '', ...args] = command.split(' ');
  return kit.output(program, ...args);
}

/** Runs tests in a copy. At least one must run. */
async function runTests(kit: Kit, command: string) {
  assert.match(await run(kit, command), /^[1-9]\d* passed, 0 failed$/m);
}

function commandsOf(document: string) {
  const commands = shellCommands(read(document));
  const kinds = Object.groupBy(commands, (command) => {
    if (command.startsWith(ON_POSTGRES)) return 'onPostgres';
    return /^npm (test|run test:)/.test(command) ? 'tests' : 'preparations';
  });
  return { onPostgres: [], tests: [], preparations: [], ...kinds };
}

/** Lists the words that select the tests of commands. */
function wordsOf(commands: string[]) {
  return [...new Set(commands.flatMap((command) => command.split(' -- ')[1]?.split(' ') ?? []))];
}

/** Lists imports of what neither the kit nor the recipe has. The compiler checks the recipe only beside others. */
function missingImports(folder: string, files: string[]) {
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)]
      .map(([, start, path = '']) =>
        start === '#' ? path : join(dirname(file), `${start}${path}`),
      )
      .filter((path) => !existsSync(join(folder, path)))
      .map((path) => `${file}: ${path}`),
  );
}

function neededBy(recipe: string) {
  const [, line = ''] = NEEDS.exec(read(recipe)) ?? [];
  return [...line.matchAll(/\]\((.+?)\)/g)].map(([, file = '']) => file);
}

function read(document: string) {
  return readFileSync(join(FOLDER, document), 'utf8');
}
