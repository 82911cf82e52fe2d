import assert from 'node:assert/strict';
import { test } from 'node:test';
import { task, tasks } from '#client/testing/task-kind.ts';
import { diffWords } from './diff-words.ts';
import { mergeChange } from './merge.ts';
import type { PhotoChange } from './outbox-entry.ts';

const base = task({ title: 'Shopping', content: 'milk bread cheese' });
const unchanged = { kind: 'unchanged' } as const;
const added = { kind: 'added', uploadId: 'upload' } as const;

test('changes of different fields are merged', () => {
  const merged = merge({ title: 'Groceries' }, { content: 'milk bread cheese eggs' });
  assert.deepEqual(merged?.fields, { title: 'Groceries', content: 'milk bread cheese eggs' });
});

test('changes of different words in a text are merged, including white space', () => {
  const merged = merge({ content: 'MILK bread cheese' }, { content: 'milk bread\n\nCHEESE' });
  assert.equal(merged?.fields.content, 'MILK bread\n\nCHEESE');
});

test('a word that one device removed stays removed', () => {
  const merged = merge({ content: 'milk bread' }, { content: 'oat milk bread cheese' });
  assert.equal(merged?.fields.content, 'oat milk bread');
});

test('the same change on both devices is applied once', () => {
  const change = { content: 'milk bread cheese eggs' };
  assert.equal(merge(change, change)?.fields.content, change.content);
});

test('different changes of the same word and different words added at the same place are not merged', () => {
  assert.equal(merge({ content: 'soy bread cheese' }, { content: 'oat bread cheese' }), undefined);
  const [mine, theirs] = ['milk bread cheese eggs', 'milk bread cheese salt'];
  assert.equal(merge({ content: mine }, { content: theirs }), undefined);
});

test('texts whose total length is too large are not merged', () => {
  const [mine, theirs] = ['Weekly1234567 Shopping', 'Shopping 12345'];
  assert.equal(merge({ title: mine }, { title: theirs }), undefined);
});

test('a photo that only one device changed is kept as changed', () => {
  assert.deepEqual(merge({}, { content: 'other' }, added)?.photo, added);
  assert.deepEqual(merge({}, { photo_path: 'theirs.png' })?.photo, unchanged);
});

test('a photo that both devices removed is removed, and a photo that both changed is not merged', () => {
  const withPhoto = { ...base, photo_path: 'old.png' };
  const mine = (photo: PhotoChange) => ({ kind: 'save' as const, fields: fieldsWith({}), photo });
  const merged = (photo: PhotoChange, photo_path: string | null) =>
    mergeChange(tasks, withPhoto, mine(photo), { ...withPhoto, photo_path, version: 2 });
  assert.deepEqual(merged({ kind: 'removed' }, null)?.photo, unchanged);
  assert.equal(merged({ kind: 'removed' }, 'theirs.png'), undefined);
  assert.equal(merged(added, 'theirs.png'), undefined);
  assert.equal(merged(added, null), undefined);
});

test('a field that a change of an older version of the app lacks gets the value of the other device', () => {
  const change = { kind: 'save' as const, fields: { title: 'Groceries' }, photo: unchanged };
  const merged = (before: typeof base, theirs: object) =>
    mergeChange(tasks, before, change, { ...before, ...theirs, version: 2 })?.fields;
  const { content: _content, ...older } = base;
  assert.deepEqual(merged(base, {}), { title: 'Groceries', content: base.content });
  assert.deepEqual(merged(base, { content: 'x' }), { title: 'Groceries', content: 'x' });
  assert.deepEqual(merged(older as typeof base, { content: 'x' })?.content, 'x');
  assert.equal(merged(older as typeof base, {})?.content, undefined);
});

test('a comparison of two texts names what is the same, removed and added', () => {
  assert.deepEqual(diffWords('milk bread cheese', 'milk rolls cheese'), [
    { kind: 'same', text: 'milk' },
    { kind: 'removed', text: ' bread' },
    { kind: 'added', text: ' rolls' },
    { kind: 'same', text: ' cheese' },
  ]);
  assert.deepEqual(diffWords('', 'new'), [{ kind: 'added', text: 'new' }]);
  assert.deepEqual(diffWords('', ''), []);
});

type Values = { title?: string; content?: string; photo_path?: string };

function fieldsWith({ title = base.title, content = base.content }: Values) {
  return { title, content };
}

function merge(mine: Values, theirs: Values, photo: PhotoChange = unchanged) {
  const change = { kind: 'save' as const, fields: fieldsWith(mine), photo };
  return mergeChange(tasks, base, change, { ...base, ...theirs, version: 2 });
}
