import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singularOf } from './singular.ts';

const SINGULARS = {
  'an s':
    'tasks:task keys:key houses:house expenses:expense responses:response sizes:size photos:photo',
  ies: 'entries:entry categories:category ties:tie movies:movie cookies:cookie calories:calorie',
  'es after a hissing sound':
    'boxes:box addresses:address classes:class branches:branch dishes:dish waltzes:waltz quizzes:quiz',
  'ches with an e': 'caches:cache niches:niche headaches:headache',
  uses: 'statuses:status bonuses:bonus viruses:virus buses:bus warehouses:warehouse pauses:pause excuses:excuse',
  oes: 'heroes:hero potatoes:potato shoes:shoe toes:toe canoes:canoe',
  ves: 'shelves:shelf bookshelves:bookshelf leaves:leaf halves:half knives:knife lives:life olives:olive curves:curve gloves:glove archives:archive valves:valve',
  'no rule': 'people:person children:child analyses:analysis canvases:canvas lenses:lens axes:axis',
  'several words': 'order-statuses:order-status shopping-items:shopping-item',
};

for (const [ending, words] of Object.entries(SINGULARS))
  test(`the singular of plurals with ${ending} is found`, () => {
    for (const [plural = '', singular] of words.split(' ').map((pair) => pair.split(':')))
      assert.equal(singularOf(plural), singular, plural);
  });

test('what is the same for one and many, or is one already, has no singular', () => {
  for (const name of 'series species news tv-series sheep status glass analysis lens canvas user s as'.split(
    ' ',
  ))
    assert.equal(singularOf(name), undefined, name);
});
