import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { commandsOf, follow, type Kit, read, recipes, runTests, wordsOf } from './recipe.ts';

/** An import of a module of the kit. */
const IMPORT = /\bfrom '(#|\.\.?\/)([^']+\.\w+)'/g;

test('every recipe is in the table of recipes', () => {
  const listed = [...read('README.md').matchAll(/^\| \[.+?\]\((.+?)\)/gm)].map(([, file]) => file);
  assert.deepEqual(listed.sort(), recipes);
});

// Two at once: one of them often waits for a server. `combined-recipes.test.ts` checks types and tests on PostgreSQL.
describe('recipes', { concurrency: 2 }, () => {
  const unused: Kit[] = [];
  after(() => unused.forEach((kit) => void kit.remove()));

  for (const recipe of recipes)
    test(`the code of ${recipe} can be applied to the kit, and its commands succeed`, async (t) => {
      const kit = freshCopy(t);
      const files = await follow(kit, recipe);
      assert.ok(files.length > 0);
      assert.deepEqual(missingImports(kit.folder, files), []);
      await kit.sortRegistrations();
      await t.test('lint and format', () => kit.lint());
      await t.test('import rules', () => kit.run('node', 'scripts/check/check-sources.ts'));
      const { tests, onPostgres } = commandsOf(recipe);
      assert.ok(tests.length > 0);
      for (const command of tests) await t.test(command, () => runTests(kit, command));
      const untested = new Set(wordsOf(onPostgres)).difference(new Set(wordsOf(tests)));
      assert.deepEqual([...untested], []);
    });

  /** Returns a fresh copy of the kit. Later tests reuse it, fresh but with Node's compile cache. */
  function freshCopy(t: TestContext) {
    const kit = unused.pop() ?? copyKit();
    t.after(() => {
      kit.reset();
      unused.push(kit);
    });
    return kit;
  }
});

/** Lists imports that neither the kit nor the recipe has. The compiler checks the recipe only together with others. */
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
