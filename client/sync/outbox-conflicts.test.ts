import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { task, tasks } from '#client/testing/task-kind.ts';
import {
  captured,
  changes,
  conflict,
  onlyEntry,
  openOutbox,
  outbox,
  prepare,
  receive,
  save,
} from '#client/testing/task-outbox.ts';

const { id } = task();

beforeEach(openOutbox);

test('choosing the version of this device sends it on top of the other one', async () => {
  const theirs = await conflict();
  await outbox.resolve(tasks, await onlyEntry(), 'mine');
  const step = await prepare();
  assert.ok(step.kind === 'request' && step.attempt.change.kind === 'save');
  assert.equal(step.attempt.version, theirs.version);
  assert.equal(step.attempt.change.fields.content, 'mine');
});

test("choosing the other version discards this device's version", async () => {
  await conflict();
  await outbox.resolve(tasks, await onlyEntry(), 'theirs');
  assert.deepEqual(await outbox.entries(), []);
});

test("choosing both turns this device's version into a new item", async () => {
  await conflict();
  await outbox.resolve(tasks, await onlyEntry(), 'both');
  const [entry, ...others] = await outbox.entries();
  assert.ok(entry && others.length === 0);
  assert.notEqual(entry.id, id);
  assert.equal(entry.base, undefined);
  assert.equal(entry.change.kind === 'save' && entry.change.fields.content, 'mine');
});

test('a decision about an outdated version has no effect', async () => {
  const theirs = await conflict();
  const seen = await onlyEntry();
  await outbox.resolve(tasks, seen, 'mine');
  const newer = { ...theirs, version: theirs.version + 1, content: 'newer' };
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: newer });
  assert.equal(await outbox.resolve(tasks, seen, 'theirs'), false);
  const { change, problem } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'mine');
  assert.equal(problem?.kind === 'changed' && problem.theirs.version, newer.version);
});

test('a new item that another device deleted before this one got an answer waits for a decision', async () => {
  await save({ content: 'mine' });
  const request = await prepare();
  await changes({ deleted: [id] });
  await outbox.settle(tasks, id, request, { kind: 'missing', error: '' });
  assert.equal((await onlyEntry()).problem?.kind, 'deleted');
});

test('an item is not deleted if another change was merged into it unseen', async () => {
  const shown = task({ content: 'mine one two three' });
  await receive(task());
  await save({ original: task(), content: shown.content });
  const theirs = task({ version: 2, content: 'one two three theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  assert.equal(await outbox.remove(tasks, shown), undefined);
  const { change } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'mine one two three theirs');
});

test('a photo that another device added unseen is not replaced without asking', async () => {
  const theirs = task({ version: 2, photo_path: 'theirs.png' });
  await receive(theirs);
  await save({ original: task(), photo: captured() });
  const { base } = await onlyEntry();
  assert.deepEqual(base, task());
});

test('a change of an item whose deletion is pending is based on the version that is shown', async () => {
  await receive(task());
  await outbox.remove(tasks, task());
  const theirs = task({ version: 2, content: 'one two three four' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  await save({ original: theirs, content: 'one two three' });
  const step = await prepare();
  assert.ok(step.kind === 'request');
  assert.deepEqual([step.attempt.operation, step.attempt.version], ['update', 2]);
});

test('a form that was open while the item was changed and sent does not overwrite that change', async () => {
  await save({ content: 'one two three' });
  const original = task({ version: 0, content: 'one two three' });
  await save({ original, content: 'one two three four' });
  const created = task({ content: 'one two three four' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'saved', item: created, seq: 1 });
  await save({ original, content: 'zero one two three' });
  const late = await prepare();
  assert.notEqual(late.kind === 'request' && late.attempt.version, created.version);
  await outbox.settle(tasks, id, late, { kind: 'conflict', item: created });
  const [entry] = await outbox.entries();
  assert.deepEqual(entry?.change, {
    kind: 'save',
    fields: { title: 'Title', content: 'zero one two three four' },
    photo: { kind: 'unchanged' },
  });
  assert.equal(entry?.base?.version, 1);
});

test('a change made while the item is being deleted waits for the user instead of getting lost', async () => {
  await receive(task());
  await outbox.remove(tasks, task());
  const deletion = await prepare();
  await save({ original: task(), content: 'one two three four' });
  await outbox.settle(tasks, id, deletion, { kind: 'deleted' });
  const [entry] = await outbox.entries();
  assert.deepEqual(entry?.problem, { kind: 'deleted' });
});

test('a form that was opened before the other change is merged with it while the deletion is pending', async () => {
  await receive(task());
  await outbox.remove(tasks, task());
  const theirs = task({ version: 2, content: 'one two three four' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  await save({ original: task(), content: 'zero one two three' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  const { change } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'zero one two three four');
});
