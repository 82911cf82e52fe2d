import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleOf } from './article.ts';

test('the article follows the sound of the word', () => {
  for (const word of ['invoice', 'event', 'hour', 'umbrella', 'order'])
    assert.equal(articleOf(word), 'an', word);
  for (const word of ['task', 'house', 'user', 'unit', 'euro', 'year'])
    assert.equal(articleOf(word), 'a', word);
});
