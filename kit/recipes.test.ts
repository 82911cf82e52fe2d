import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { copyKit } from '#tooling/kit-copy.ts';
import { applyCode, shellCommands } from '#tooling/markdown-code.ts';

const FOLDER = join(import.meta.dirname, '../docs/recipes');
/** A recipe that builds on other documents links to them in a line that starts so. */
const NEEDS = /^\*\*Needs\*\* (.+)$/m;

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
  for (const recipe of recipes)
    test(`the code of ${recipe} fits into the kit, and the commands of the recipe succeed`, async (t) => {
      const kit = copyKit();
      t.after(kit.remove);
      const run = (command: string) => {
        const [program = '', ...args] = command.split(' ');
        return kit.output(program, ...args);
      };
      for (const needed of neededBy(recipe)) applyCode(kit.folder, read(needed));
      const commands = shellCommands(read(recipe));
      const tests = commands.filter((command) => /^npm (test|run test:)/.test(command));
      assert.ok(tests.length > 0);
      for (const command of commands.filter((command) => !tests.includes(command)))
        await t.test(command, async () => void (await run(command)));
      assert.ok(applyCode(kit.folder, read(recipe)).files.length > 0);
      await kit.sortRegistrations();
      await t.test('types', () => kit.run('tsc'));
      await t.test('lint and format', () => kit.run('biome', 'check', '--error-on-warnings'));
      await t.test('import rules', () => kit.run('node', 'scripts/check-sources.ts'));
      for (const command of tests)
        await t.test(command, async () =>
          assert.match(await run(command), /^[1-9]\d* passed, 0 failed$/m),
        );
    });
});

function neededBy(recipe: string) {
  const [, line = ''] = NEEDS.exec(read(recipe)) ?? [];
  return [...line.matchAll(/\]\((.+?)\)/g)].map(([, file = '']) => file);
}

function read(document: string) {
  return readFileSync(join(FOLDER, document), 'utf8');
}
