import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '#client/sync/item.ts';
import { task } from '#client/testing/task-kind.ts';
import { narrowItems, sortItems } from './sort-items.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
const created = (id: string, day: number, edited = day) =>
  task({ id, created_at: at(day), updated_at: at(edited) });

const items = [created('e', 18), created('d', 17), created('c', 17), created('b', 16, 19)];
const idsOf = (some: { id: string }[]) => some.map(({ id }) => id).join('');
const found = (...ids: string[]) => ({ ids: new Set(ids) });

test('without a search and a filter all items are shown', () => {
  assert.equal(narrowItems(items, undefined, undefined), items);
});

test('a search and a filter show the items that match both', () => {
  const filter = { accepts: ({ created_at }: { created_at: string }) => created_at < at(18) };
  assert.equal(idsOf(narrowItems(items, filter, undefined)), 'dcb');
  assert.equal(idsOf(narrowItems(items, undefined, found('b', 'e'))), 'eb');
  assert.equal(idsOf(narrowItems(items, filter, found('b', 'e'))), 'b');
  assert.equal(idsOf(narrowItems(items, undefined, found())), '');
});

test('sorted by the last edit, the newest item is first and ties are sorted by id', () => {
  assert.equal(idsOf(sortItems(items, 'created')), 'edcb');
  assert.equal(idsOf(sortItems(items, 'edited')), 'bedc');
});

test("in a feature's order, ties are sorted by creation", () => {
  const byEdit = { compare: (a: Item, b: Item) => a.updated_at.localeCompare(b.updated_at) };
  assert.equal(idsOf(sortItems(items, 'oldest edit', byEdit)), 'dceb');
  assert.equal(idsOf(items), 'edcb');
});
