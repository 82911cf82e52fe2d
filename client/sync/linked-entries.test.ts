import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plant, plants, watering, waterings } from '#client/testing/plant-kinds.ts';
import type { Item } from './item.ts';
import { createReferrers, withWaiting } from './linked-entries.ts';
import type { Change, OutboxEntry } from './outbox-entry.ts';

const kinds = [plants, waterings];

test('when a photo was uploaded, its item is sent with what waited for it, but not with other changes', () => {
  const entries = [
    entry('plants', saved(plant('rose'))),
    entry('waterings', saved(watering('monday', 'rose'))),
    entry('waterings', saved(watering('tuesday', 'tulip')), watering('tuesday', 'aloe')),
    entry('plants', saved(plant('fern', 'rose'), 'without path')),
    entry('plants', { kind: 'delete' }, plant('aloe')),
  ];
  assert.deepEqual([...withWaiting(new Set(['rose']), kinds, entries)], ['rose', 'monday']);
  assert.deepEqual([...withWaiting(new Set(['tuesday']), kinds, entries)], ['tuesday', 'aloe']);
});

test('a deletion waits first for an item that refuses it, then for others, and not for itself', () => {
  const referrers = createReferrers(kinds, [
    entry('waterings', { kind: 'delete' }, watering('monday', 'rose')),
    entry('plants', { kind: 'delete' }, plant('fern', 'rose')),
    entry('plants', { kind: 'delete' }, plant('rose', 'rose')),
  ]);
  assert.deepEqual(referrers.holdOf('rose'), { by: 'monday', isFirm: true });
  referrers.remove('monday');
  assert.deepEqual(referrers.holdOf('rose'), { by: 'fern', isFirm: false });
  referrers.remove('fern');
  assert.equal(referrers.holdOf('rose'), undefined);
});

const saved = (fields: Item, photo?: 'without path'): Change & { id: string } => ({
  kind: 'save',
  id: fields.id,
  fields,
  photo: photo ? { kind: 'added', uploadId: 'upload' } : { kind: 'unchanged' },
});

const entry = (entity: string, change: Change & { id?: string }, base?: Item): OutboxEntry => ({
  entity,
  id: base?.id ?? change.id ?? '',
  createdAt: '',
  editedAt: '',
  changeId: '',
  change,
  ...(base && { base }),
});
