import { after, test } from 'node:test';
import { copyKit } from '#tooling/kit-copy.ts';
import { applyCode } from '#tooling/markdown-code.ts';
import {
  commandsOf,
  follow,
  type Kit,
  neededBy,
  ON_POSTGRES,
  read,
  recipes,
  runTests,
  wordsOf,
} from './recipe.ts';

const kit = copyKit();
after(kit.remove);

test('the types of all recipes are correct, and their tests pass on PostgreSQL, also together', async (t) => {
  let left = recipes;
  while (left.length > 0) {
    const [first = '', ...others] = left;
    left = others;
    await t.test(`${first} and what fits to it`, async (t) => {
      t.after(() => kit.reset());
      const applied = await applyTogether(kit, first, others);
      left = others.filter((recipe) => !applied.has(recipe));
      await t.test('types', () => kit.checkTypes());
      const words = wordsOf([...applied].flatMap((document) => commandsOf(document).onPostgres));
      if (words.length > 0)
        await t.test('tests on PostgreSQL', () =>
          runTests(kit, `${ON_POSTGRES}${words.join(' ')}`),
        );
    });
  }
});

/** Follows a recipe and adds the code of others that fit. Returns the documents whose code is then in the copy. */
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
