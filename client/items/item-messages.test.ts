import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemMessages } from './item-messages.ts';

test('the sentences name the items', () => {
  const m = itemMessages({ one: 'open_invoice', many: 'open_invoices' });
  assert.equal(m.heading, 'Open invoices');
  assert.equal(m.created, 'Open invoice created');
  assert.equal(
    m.nothingFoundText,
    'Every word must occur in the same open invoice. Part of a word is enough.',
  );
  assert.equal(m.newItems(1), '1 new open invoice');
  assert.equal(m.newItems(1200), '1,200 new open invoices');
  assert.equal(m.found(3, 1200), '3 of 1,200 open invoices');
  assert.equal(m.toasts.loadFailed.title, 'Error loading open invoices');
});

test('a feature can replace single sentences', () => {
  const m = itemMessages({ one: 'note', many: 'notes' }, { emptyTitle: 'A clean sheet' });
  assert.deepEqual([m.emptyTitle, m.add], ['A clean sheet', 'New note']);
});
