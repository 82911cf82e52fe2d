import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { copyKit } from '#tooling/kit-copy.ts';
import { applyCode, shellCommands } from '#tooling/markdown-code.ts';

const FOLDER = join(import.meta.dirname, '../docs/recipes');
/** A recipe that builds on others links to them in a line that starts so. */
const NEEDS = /^\*\*Needs\*\* (.+)$/m;

const recipes = globSync('*.md', { cwd: FOLDER })
  .filter((file) => file !== 'README.md')
  .sort();

test('every recipe is in the table of recipes', () => {
  const table = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...table.matchAll(/^\| \[.+?\]\((.+?)\)/gm)].map(([, file]) => file);
  assert.deepEqual(listed.sort(), recipes);
});

for (const recipe of recipes)
  test(`the code of ${recipe} fits into the kit, and the commands of the recipe succeed`, async (t) => {
    const kit = copyKit();
    t.after(kit.remove);
    for (const needed of neededBy(recipe)) applyCode(kit.folder, read(needed));
    assert.ok(applyCode(kit.folder, read(recipe)).files.length > 0);
    await t.test('types', () => kit.run('tsc'));
    await t.test('lint and format', () => kit.run('biome', 'check', '--error-on-warnings'));
    await t.test('import rules', () => kit.run('node', 'scripts/check-sources.ts'));
    const commands = shellCommands(read(recipe));
    assert.ok(commands.length > 0);
    for (const command of commands)
      await t.test(command, async () => {
        const [program = '', ...args] = command.split(' ');
        assert.match(await kit.output(program, ...args), /^[1-9]\d* passed, 0 failed$/m);
      });
  });

function neededBy(recipe: string) {
  const [, line = ''] = NEEDS.exec(read(recipe)) ?? [];
  return [...line.matchAll(/\]\((.+?)\)/g)].map(([, file = '']) => basename(file));
}

function read(recipe: string) {
  return readFileSync(join(FOLDER, recipe), 'utf8');
}
