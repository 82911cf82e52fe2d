import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withArticle } from './with-article.ts';
import { capitalize, inWords } from './words.ts';

test('the article follows the sound of the word', () => {
  for (const word of ['invoice', 'event', 'hour', 'umbrella', 'order'])
    assert.equal(withArticle(word), `an ${word}`);
  for (const word of ['task', 'house', 'user', 'unit', 'euro', 'year'])
    assert.equal(withArticle(word), `a ${word}`);
});

test('a name in code is shown in words', () => {
  for (const name of ['shopping_item_lists', 'shopping-item-lists'])
    assert.equal(capitalize(inWords(name)), 'Shopping item lists');
});
