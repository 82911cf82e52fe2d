import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plant, plants } from '#client/testing/plant-kinds.ts';
import { task, tasks } from '#client/testing/task-kind.ts';
import type { Item } from './item.ts';
import { type Attempt, attemptFor, type Change, type OutboxEntry } from './outbox-entry.ts';
import { type Answer, settle } from './settle.ts';

const base = task();
const unchanged = { kind: 'unchanged' } as const;
const FERN = '01900000-0000-7000-8000-00000000000f';

test('a saved change leaves nothing to send', () => {
  const item = task({ version: 2, content: 'mine' });
  const settled = settleWith(sent(save('mine')), { kind: 'saved', item, seq: 2 });
  assert.deepEqual(settled, { entry: undefined, item });
});

test('a change that the user made during the request is based on the saved version', () => {
  const item = task({ version: 2, content: 'mine' });
  const entry = changedSince(sent(save('mine')), save('mine, again'));
  const { entry: next } = settleWith(entry, { kind: 'saved', item, seq: 2 });
  assert.deepEqual([next?.base, next?.attempt], [item, undefined]);
});

test('a photo that was sent is not sent again with the next change', () => {
  const photo = { kind: 'added', uploadId: 'upload', path: 'photo.png' } as const;
  const entry = changedSince(sent(save('mine', photo)), save('mine, again', photo));
  const item = task({ version: 2, content: 'mine', photo_path: 'photo.png' });
  const { entry: next } = settleWith(entry, { kind: 'saved', item, seq: 2 });
  assert.deepEqual(next?.change, save('mine, again'));
});

test('an unanswered request is kept to be repeated unchanged', () => {
  const entry = sent(save('mine'));
  const { entry: next } = settleWith(entry, { kind: 'unreachable', error: 'Network error' });
  assert.deepEqual(next, { ...entry, error: 'Network error' });
});

test('a rejected change waits for the user, unless they have changed the item since', () => {
  const rejection: Answer = { kind: 'rejected', error: 'Too long', fields: { title: 'Too long' } };
  const { entry } = settleWith(sent(save('mine')), rejection);
  assert.deepEqual(entry?.problem, rejection);
  const changed = changedSince(sent(save('mine')), save('shorter'));
  assert.equal(settleWith(changed, rejection).entry?.problem, undefined);
});

test('changes of different words are merged and sent again, based on the other version', () => {
  const theirs = task({ version: 2, content: 'one two THREE' });
  const settled = settleWith(sent(save('ONE two three')), { kind: 'conflict', item: theirs });
  assert.deepEqual(settled.entry?.change, save('ONE two THREE'));
  assert.deepEqual([settled.entry?.base, settled.isMerged], [theirs, true]);
});

test('changes of the same words wait for the user', () => {
  const theirs = task({ version: 2, content: 'eins two three' });
  const { entry } = settleWith(sent(save('uno two three')), { kind: 'conflict', item: theirs });
  assert.deepEqual(entry?.problem, { kind: 'changed', theirs });
});

test("the result of this device's own earlier request, whose response was lost, does not count as a conflict", () => {
  const item = task({ version: 2, content: 'mine' });
  const settled = settleWith(sent(save('mine')), { kind: 'conflict', item });
  assert.deepEqual(settled, { entry: undefined, item });
});

test('a second answer to an earlier request does not confirm the request that is under way', () => {
  const entry = { ...sent(save('second')), changeId: 'second' };
  const later = { ...entry, attempt: attemptFor(entry) };
  const answer: Answer = { kind: 'saved', item: task({ version: 1 }), seq: 1 };
  assert.deepEqual(settle(tasks, later, answer, 'first'), { entry: later });
});

test('a deletion of an item that was changed elsewhere waits for the user', () => {
  const theirs = task({ version: 2, content: 'changed' });
  const { entry } = settleWith(sent({ kind: 'delete' }), { kind: 'conflict', item: theirs });
  assert.deepEqual(entry?.problem, { kind: 'changed', theirs });
});

test('a deletion of an item with a new version but the same content is sent again', () => {
  const theirs = task({ version: 2 });
  const { entry } = settleWith(sent({ kind: 'delete' }), { kind: 'conflict', item: theirs });
  assert.deepEqual([entry?.problem, entry?.base], [undefined, theirs]);
});

test('a deletion of an item in which the server has cleared a reference is sent again, one that was edited is not', () => {
  const seen = plant('rose', 'ivy');
  const deletion = { ...sent({ kind: 'delete' }, seen), entity: 'plants', id: seen.id };
  const settleAs = (item: Item) =>
    settle(plants, deletion, { kind: 'conflict', item }, 'first').entry;
  const cleared = { ...seen, parent: null, version: 2 };
  assert.deepEqual([settleAs(cleared)?.problem, settleAs(cleared)?.base], [undefined, cleared]);
  const later = { ...cleared, updated_at: '2026-01-02T00:00:00.000Z' };
  for (const theirs of [later, { ...cleared, name: 'Rosa' }])
    assert.deepEqual(settleAs(theirs)?.problem, { kind: 'changed', theirs });
});

test('a reference that the server has cleared does not conflict with another choice', () => {
  const seen = plant('rose', 'ivy');
  const theirs = { ...seen, parent: null, version: 2 };
  const changeTo = (fields: object) => {
    const change: Change = { kind: 'save', fields: { ...seen, ...fields }, photo: unchanged };
    const entry = { ...sent(change, seen), entity: 'plants', id: seen.id };
    return (item: Item) => settle(plants, entry, { kind: 'conflict', item }, 'first').entry;
  };
  const chosen = changeTo({ parent: FERN })(theirs);
  assert.deepEqual([chosen?.problem, chosen?.base], [undefined, theirs]);
  assert.deepEqual(fieldsIn(chosen), { name: 'rose', parent: FERN });
  const renamed = changeTo({ name: 'Rosa' })(theirs);
  assert.deepEqual(fieldsIn(renamed), { name: 'Rosa', parent: null });
  const edited = { ...theirs, updated_at: '2026-01-02T00:00:00.000Z' };
  assert.equal(changeTo({ parent: FERN })(edited)?.problem?.kind, 'changed');
});

test('a deletion of a missing item is done, and a change of a missing item waits for the user', () => {
  for (const answer of [{ kind: 'missing', error: '' }, { kind: 'deleted' }] as const) {
    const done = settleWith(sent({ kind: 'delete' }), answer);
    assert.deepEqual(done, { entry: undefined, item: null });
    const kept = settleWith(changedSince(sent({ kind: 'delete' }), save('mine')), answer);
    assert.deepEqual([kept.entry?.problem, kept.item], [{ kind: 'deleted' }, null]);
  }
});

test('a creation answered with 404 stays unsent, unless an earlier request may have created the item', () => {
  const missing: Answer = { kind: 'missing', error: 'Not found.' };
  const created = sent(save('mine'), null);
  const { entry } = settleWith(created, missing);
  assert.deepEqual(
    [entry?.error, entry?.problem, entry?.attempt],
    ['Not found.', undefined, undefined],
    'the next request is not the repetition of one that may have arrived',
  );
  const attempt = { ...(created.attempt as Attempt), isUncertain: true };
  const repeated = settleWith({ ...created, attempt, mayExist: true }, missing);
  assert.deepEqual(repeated.entry?.problem, { kind: 'deleted', isUncertain: true });
  const deletedSince = changedSince(created, { kind: 'delete' });
  assert.equal(settleWith(deletedSince, missing).entry, undefined);
});

test('a photo that another device added after a lost response is not replaced before the user has seen it', () => {
  const photo = { kind: 'added', uploadId: 'upload', path: 'mine.png' } as const;
  const theirs = task({ version: 3, content: 'mine', photo_path: 'theirs.png' });
  const updated = changedSince(sent(save('mine')), save('mine', photo));
  const created = changedSince(sent(save('mine'), null), save('mine', photo));
  const answers: [OutboxEntry, Answer][] = [
    [updated, { kind: 'conflict', item: theirs }],
    [created, { kind: 'saved', item: theirs, seq: 3 }],
  ];
  for (const [entry, answer] of answers) {
    const { entry: next } = settleWith(entry, answer);
    assert.ok(next);
    assert.notEqual(next.base?.version, theirs.version, 'the server must not accept it');
    const again = { ...next, attempt: attemptFor(next) };
    const { entry: last } = settleWith(again, { kind: 'conflict', item: theirs });
    assert.equal(last?.problem?.kind, 'changed');
  }
});

const save = (content: string, photo: Extract<Change, { kind: 'save' }>['photo'] = unchanged) =>
  ({ kind: 'save', fields: { title: 'Title', content }, photo }) satisfies Change;

/** Returns an entry whose change was sent. Without a base, it creates the item. */
function sent(change: Change, from: OutboxEntry['base'] | null = base): OutboxEntry {
  const entry: OutboxEntry = {
    entity: 'tasks',
    id: base.id,
    createdAt: '',
    editedAt: '',
    changeId: 'first',
    change,
    ...(from && { base: from }),
  };
  return { ...entry, attempt: attemptFor(entry) };
}

const fieldsIn = (entry: OutboxEntry | undefined) =>
  entry?.change.kind === 'save' && entry.change.fields;

const changedSince = (entry: OutboxEntry, change: Change): OutboxEntry => ({
  ...entry,
  change,
  changeId: 'second',
});

const settleWith = (entry: OutboxEntry, answer: Answer) =>
  settle(tasks, entry, answer, (entry.attempt as Attempt).changeId);
