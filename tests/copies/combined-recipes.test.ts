import { after, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { commandsOf, follow, ON_POSTGRES, recipes, runTests, wordsOf } from './recipe.ts';

const kit = copyKit();
after(kit.remove);

test('all recipes type-check and their tests pass on PostgreSQL, even combined', async (t) => {
  let left = recipes;
  while (left.length > 0) {
    const [first = '', ...others] = left;
    left = others;
    await t.test(`${first} and compatible recipes`, async (t) => {
      t.after(() => kit.reset());
      const done = await followTogether(first, others);
      left = others.filter((recipe) => !done.has(recipe));
      await t.test('types', () => kit.checkTypes());
      const words = wordsOf([...done].flatMap((document) => commandsOf(document).onPostgres));
      if (words.length > 0)
        await t.test('tests on PostgreSQL', () =>
          runTests(kit, `${ON_POSTGRES}${words.join(' ')}`),
        );
    });
  }
});

/** Follows a recipe and others that are compatible. Returns the documents whose code is then in the copy. */
async function followTogether(first: string, others: string[]) {
  const done = new Set<string>();
  await follow(kit, first, done);
  // Another recipe may need what this one removes.
  const removes = (recipe: string) =>
    commandsOf(recipe).preparations.some((command) => command.startsWith('npm run remove '));
  if (removes(first)) return done;
  for (const recipe of others.filter((recipe) => !removes(recipe) && !done.has(recipe)))
    try {
      await follow(kit, recipe, done);
    } catch {
      // This recipe changes the same lines as another one.
    }
  return done;
}
