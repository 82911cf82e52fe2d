import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '#client/state/store.ts';
import { EMPTY_SNAPSHOT, type Snapshot } from '#client/sync/collection.ts';
import { plant, plants, watering, waterings } from '#client/testing/plant-kinds.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import { formatValue, textsIn } from './field-values.ts';
import { referencesTo, titlesStore, withTitles } from './reference-titles.ts';
import { filteredReferences } from './use-reference-filter.ts';

const loaded: Snapshot = {
  ...EMPTY_SNAPSHOT,
  items: [plant('rose'), plant('ivy')],
  isComplete: true,
  loadedAt: '2026-11-19T00:00:00.000Z',
};

const shown = (snapshot: Snapshot, id: string) => {
  const { get } = titlesStore([plants], [createStore(snapshot)]);
  const kind = withTitles(waterings, [plants], get());
  const field = fieldsIn(kind).find(({ name }) => name === 'plant');
  assert.ok(field);
  return formatValue(field, id);
};

test('a reference is shown as the title of its item', () => {
  assert.equal(shown(loaded, 'rose'), 'rose');
});

test('a reference to an item that is not there says whether it was deleted or is not loaded yet', () => {
  assert.equal(shown(loaded, 'oak'), 'Deleted');
  assert.equal(shown({ ...loaded, isComplete: false }, 'oak'), 'Not loaded yet');
  assert.equal(shown(EMPTY_SNAPSHOT, 'oak'), 'Not loaded yet');
});

test('a reference that is cleared is shown as empty as soon as its item is deleted', () => {
  const { get } = titlesStore([plants], [createStore(loaded)]);
  const field = withTitles(plants, [plants], get()).fields.parent;
  assert.ok(field);
  assert.equal(formatValue(field, 'oak'), '');
});

test('a search finds an item by the title that it refers to', () => {
  const { get } = titlesStore([plants], [createStore(loaded)]);
  const texts = textsIn(withTitles(waterings, [plants], get()));
  assert.deepEqual(texts(watering('monday', 'ivy')), ['monday', 'ivy', '']);
});

test('links to what refers to an item name the field if several fields of a kind refer to it', () => {
  assert.deepEqual(
    referencesTo(plants, [plants, waterings]).map(({ name, label }) => [name, label]),
    [
      ['parent', 'Plants'],
      ['plant', 'Waterings (Plant)'],
      ['next', 'Waterings (Next plant)'],
    ],
  );
});

test('titles are a new value only when one of them changes', () => {
  const snapshot = createStore(loaded);
  const titles = titlesStore([plants], [snapshot]);
  const before = titles.get();
  snapshot.set({ ...loaded, items: [{ ...plant('rose'), version: 2 }, plant('ivy')] });
  assert.equal(titles.get(), before);
  snapshot.set({ ...loaded, items: [{ ...plant('rose'), name: 'Rose' }, plant('ivy')] });
  assert.notEqual(titles.get(), before);
});

test('the address filters by fields that refer to items, and by nothing else', () => {
  const search = '?filter.plant=rose&filter.note=x&watering=monday&filter.next=';
  assert.deepEqual(filteredReferences(waterings, search), { plant: 'rose' });
});
