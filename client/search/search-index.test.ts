import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '#shared/fold-text.ts';
import { createSearchIndex } from './search-index.ts';
import { splitQuery } from './tokenizer.ts';

type Item = { id: string; title: string; content: string };

const textsOf = ({ title, content }: Item) => [title, content];
const items: Item[] = [
  { id: 'a', title: 'Naïve plan', content: 'Buy milk' },
  { id: 'b', title: '東京', content: 'Milk and bread' },
  { id: 'c', title: 'Bread', content: 'for the plan' },
];

async function find(query: string, index = createSearchIndex(textsOf), list = items) {
  const found = await index.find(list, query);
  return [...(found?.ids ?? [])].join('');
}

/** Finds the same items in the simplest way: without an index and without slices. */
const findSimply = (query: string, list: Item[]) =>
  list
    .filter(({ title, content }) =>
      splitQuery(query).every(
        (word) => foldText(title).includes(word) || foldText(content).includes(word),
      ),
    )
    .map(({ id }) => id)
    .join('');

test('all words may be in the title, in the content or distributed over both', async () => {
  assert.equal(await find('naive'), 'a');
  assert.equal(await find('milk'), 'ab');
  assert.equal(await find('plan milk'), 'a');
  assert.equal(await find('plan'), 'ac');
  assert.equal(await find('東'), 'b');
  assert.equal(await find('nothing'), '');
  assert.equal(await find(''), 'abc');
});

test('no match begins in the title and ends in the content', async () => {
  assert.equal(await find('planbuy'), '');
  assert.equal(await find('breadfor'), '');
});

test('a changed item is found by its new text only, even if its version is the same', async () => {
  const index = createSearchIndex(textsOf);
  assert.equal(await find('milk', index), 'ab');
  const changed = items.map((item) => (item.id === 'a' ? { ...item, content: 'Buy tea' } : item));
  assert.equal(await find('milk', index, changed), 'b');
  assert.equal(await find('tea', index, changed), 'a');
});

test('an item is folded once, however often it is searched', async () => {
  let read = 0;
  const texts = items.map((item) => ({ ...item }));
  const index = createSearchIndex((item: Item) => textsOf(item));
  const normalize = String.prototype.normalize;
  String.prototype.normalize = function (...form) {
    read++;
    return normalize.apply(this, form);
  };
  try {
    await find('東', index, texts);
    const afterFirst = read;
    assert.ok(afterFirst > 0);
    for (const query of ['m', 'mi', 'mil', 'milk']) await find(query, index, [...texts]);
    assert.equal(read, afterFirst);
  } finally {
    String.prototype.normalize = normalize;
  }
});

test('an aborted search of a long list has no result', async () => {
  const long = Array.from({ length: 3000 }, (_, number) => ({
    id: String(number),
    title: `Nr. ${number}`,
    content: 'Ünïcödé '.repeat(120),
  }));
  const search = new AbortController();
  const index = createSearchIndex(textsOf);
  const finding = index.find(long, 'unicode', search.signal);
  search.abort();
  assert.equal(await finding, undefined);
  assert.equal((await index.find(long, 'unicode 2999'))?.ids.size, 1);
});

const someText = fc
  .array(fc.constantFrom(...'aAbBäéßİıς東京ガ한กิ् 0.,-\n'), { maxLength: 12 })
  .map((characters) => characters.join(''));

test('the index finds what a simple search finds, while items are added, changed and removed', async () => {
  const someItems = fc.dictionary(
    fc.constantFrom('1', '2', '3', '4', '5'),
    fc.tuple(someText, someText),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(someItems, someText), { maxLength: 6 }), async (steps) => {
      const index = createSearchIndex(textsOf);
      for (const [state, query] of steps) {
        const list = Object.entries(state).map(([id, [title, content]]) => ({
          id,
          title,
          content,
        }));
        assert.equal(await find(query, index, list), findSimply(query, list));
      }
    }),
  );
});
