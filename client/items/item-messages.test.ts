import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemMessages } from './item-messages.ts';

test('the sentences name the items', () => {
  const m = itemMessages({ one: 'invoice', many: 'invoices', article: 'an' });
  assert.equal(m.heading, 'Invoices');
  assert.equal(m.created, 'Invoice created');
  assert.equal(m.nothingOpen, 'Choose an invoice to read it here.');
  assert.equal(m.newItems(1), '1 new invoice');
  assert.equal(m.newItems(1200), '1,200 new invoices');
  assert.equal(m.found(3, 1200), '3 of 1,200 invoices');
  assert.equal(m.toasts.loadFailed.title, 'Error loading invoices');
});

test('a feature replaces single sentences', () => {
  const m = itemMessages({ one: 'note', many: 'notes' }, { emptyTitle: 'A clean sheet' });
  assert.deepEqual([m.emptyTitle, m.add], ['A clean sheet', 'New note']);
});
