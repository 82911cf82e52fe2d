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
  reset,
  save,
  storedPhotos,
} from '#client/testing/task-outbox.ts';

const { id } = task();

beforeEach(openOutbox);

test('a conflict that waits shows the newer version of the other device', async () => {
  await conflict();
  const seen = await onlyEntry();
  const newer = task({ version: 3, content: 'newer' });
  await changes({ items: [newer] });
  const entry = await onlyEntry();
  assert.deepEqual(entry.problem, { kind: 'changed', theirs: newer });
  assert.equal(await outbox.resolve(tasks, seen, 'theirs'), false, 'it was not shown');
  assert.equal(await outbox.resolve(tasks, entry, 'theirs'), true);
});

test('a list has the same effect as changes', async () => {
  await conflict();
  const newer = task({ version: 3, content: 'newer' });
  await receive(newer);
  assert.deepEqual((await onlyEntry()).problem, { kind: 'changed', theirs: newer });
  await receive();
  assert.deepEqual((await onlyEntry()).problem, { kind: 'deleted' });
});

test('a conflict whose item was deleted later says so, and keeps the text and photo of this device', async () => {
  await receive(task());
  await save({ original: task(), content: 'mine', photo: captured() });
  const upload = await prepare();
  assert.ok(upload.kind === 'upload');
  await outbox.setUploadPath(tasks, id, upload.uploadId, 'mine.png');
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  const seen = await onlyEntry();
  await changes({ deleted: [id] });
  assert.equal(await outbox.resolve(tasks, seen, 'theirs'), false);
  const entry = await onlyEntry();
  assert.deepEqual(entry.problem, { kind: 'deleted' });
  assert.equal((await storedPhotos()).length, 1);
  await outbox.resolve(tasks, entry, 'mine');
  const { change } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'mine');
  assert.equal((await storedPhotos()).length, 1);
});

test('a change of an item that was deleted and restored is sent if it can be merged, otherwise the user is asked', async () => {
  for (const [content, problem] of [
    ['one two three', undefined],
    ['theirs', 'changed'],
  ] as const) {
    await openOutbox();
    await receive(task());
    await save({ original: task(), content: 'mine' });
    await outbox.settle(tasks, id, await prepare(), { kind: 'missing', error: 'Not found.' });
    assert.equal((await onlyEntry()).problem?.kind, 'deleted');
    await changes({ items: [task({ version: 2, content })] });
    assert.equal((await onlyEntry()).problem?.kind, problem);
  }
});

test('a conflict ends when both versions become equal, and is sent when they can be merged again', async () => {
  await conflict();
  await changes({ items: [task({ version: 3, content: 'mine' })] });
  assert.deepEqual(await outbox.entries(), []);

  await openOutbox();
  await conflict();
  const fitting = task({ version: 3, content: 'one two three', title: 'Other title' });
  await changes({ items: [fitting] });
  const { problem, base } = await onlyEntry();
  assert.deepEqual([problem, base], [undefined, task()]);
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: fitting });
  const { change } = await onlyEntry();
  assert.deepEqual(change.kind === 'save' && change.fields, {
    title: 'Other title',
    content: 'mine',
  });
});

test('if an earlier request may have arrived, the user is asked even if both versions can be merged', async () => {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  await prepare();
  const theirs = task({ version: 3, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  const next = task({ version: 4 });
  await changes({ items: [next] });
  const problem = { kind: 'changed', theirs: next, isUncertain: true };
  assert.deepEqual((await onlyEntry()).problem, problem);
  await changes({ deleted: [id] });
  await changes({ items: [task({ version: 5 })] });
  assert.equal((await onlyEntry()).problem?.kind, 'changed');
});

test('a deletion that waits for the user is never sent automatically, and ends if the other device deletes the item too', async () => {
  await receive(task());
  await outbox.remove(tasks, task());
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  const reverted = task({ version: 3 });
  await changes({ items: [reverted] });
  assert.deepEqual((await onlyEntry()).problem, { kind: 'changed', theirs: reverted });
  await changes({ deleted: [id] });
  assert.deepEqual(await outbox.entries(), []);
});

test('an outdated response does not bring back an older version', async () => {
  const theirs = await conflict();
  await receive(task());
  const entry = await onlyEntry();
  assert.deepEqual(entry.problem, { kind: 'changed', theirs });
  assert.equal(await outbox.resolve(tasks, entry, 'theirs'), true);
  const removal = await outbox.remove(tasks, theirs);
  assert.deepEqual(removal?.deletion?.base, theirs, 'the version that was shown is stored');
});

test('after a reset the other version may have a lower version number', async () => {
  await conflict();
  const restored = task({ version: 1, content: 'restored' });
  await reset(restored);
  assert.deepEqual((await onlyEntry()).problem, { kind: 'changed', theirs: restored });
});

test("an answer older than this device's state does not bring back an older version", async () => {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  const step = await prepare();
  const newer = task({ version: 3, content: 'newer' });
  await changes({ items: [newer] });
  const late = { kind: 'conflict', item: task({ version: 2, content: 'theirs' }) } as const;
  const { entry } = await outbox.settle(tasks, id, step, late);
  assert.deepEqual(entry?.problem, { kind: 'changed', theirs: newer });

  await openOutbox();
  await receive(task());
  await save({ original: task(), content: 'mine' });
  const second = await prepare();
  await changes({ deleted: [id] });
  await outbox.settle(tasks, id, second, late);
  assert.equal((await onlyEntry()).problem, undefined);
  await outbox.settle(tasks, id, await prepare(), { kind: 'missing', error: '' });
  assert.equal((await onlyEntry()).problem?.kind, 'deleted');
});

test('a deletion waits for a decision if the item was deleted, restored and changed elsewhere, although this device only knows of its deletion', async () => {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  await changes({ deleted: [id] });
  await outbox.remove(tasks, task({ content: 'mine' }));
  const theirs = task({ version: 3, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  await changes({ items: [task({ id: 'other' })] });
  assert.deepEqual((await onlyEntry()).problem, { kind: 'changed', theirs });
});

test('undoing the deletion of an item with a conflict restores the conflict with the newest version', async () => {
  const theirs = await conflict();
  const removal = await outbox.remove(tasks, theirs);
  const newer = task({ version: 3, content: 'newer' });
  await changes({ items: [newer] });
  assert.ok(removal && (await outbox.undo(tasks, removal)));
  assert.deepEqual((await onlyEntry()).problem, { kind: 'changed', theirs: newer });
});
