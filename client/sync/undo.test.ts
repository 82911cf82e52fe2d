import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { task, tasks } from '#client/testing/task-kind.ts';
import {
  captured,
  conflict,
  onlyEntry,
  openOutbox,
  outbox,
  prepare,
  receive,
  save,
  storedPhotos,
} from '#client/testing/task-outbox.ts';

const { id } = task();

beforeEach(openOutbox);

test('undoing a deletion that was not sent leaves nothing to send', async () => {
  await receive(task());
  const removal = await remove();
  assert.equal(await outbox.undo(tasks, removal), true);
  assert.deepEqual(await outbox.entries(), []);
});

test('undoing a deletion brings back the unsent change and its photo', async () => {
  await save({ content: 'new', photo: captured() });
  const before = await onlyEntry();
  const photos = await storedPhotos();
  const removal = await remove(task({ version: 0, content: 'new' }));
  assert.deepEqual([await outbox.entries(), await storedPhotos()], [[], []]);
  await outbox.undo(tasks, removal);
  assert.deepEqual([await onlyEntry(), await storedPhotos()], [before, photos]);
});

test('undoing a deletion that was sent restores the item and names the deletion', async () => {
  await receive(task());
  const removal = await remove();
  const deletion = await settle({ kind: 'deleted' });
  await outbox.undo(tasks, removal);
  const { attempt } = await prepareRequest();
  assert.deepEqual([attempt.operation, attempt.deletion], ['restore', deletion.attempt.deletion]);
  await settle({ kind: 'saved', item: task({ version: 2 }), seq: 3 });
  assert.deepEqual(await outbox.entries(), []);
});

test('undoing a deletion while it is being sent waits for its answer, then restores', async () => {
  await receive(task());
  const removal = await remove();
  const deletion = await prepareRequest();
  await outbox.undo(tasks, removal);
  const repeated = await prepareRequest();
  assert.deepEqual(repeated.attempt, { ...deletion.attempt, isUncertain: true });
  await outbox.settle(tasks, id, deletion, { kind: 'deleted' });
  assert.equal((await prepareRequest()).attempt.operation, 'restore');
});

test('undoing a deletion that another change prevented shows that change', async () => {
  await receive(task());
  const removal = await remove();
  const deletion = await prepareRequest();
  await outbox.undo(tasks, removal);
  const theirs = task({ version: 2, content: 'one two three four' });
  await outbox.settle(tasks, id, deletion, { kind: 'conflict', item: theirs });
  assert.deepEqual(await outbox.entries(), []);
});

test('an unsent change is sent after the item is restored', async () => {
  await receive(task());
  await save({ original: task(), content: 'one two three four', photo: captured() });
  const removal = await remove(task({ content: 'one two three four' }));
  await settle({ kind: 'deleted' });
  await outbox.undo(tasks, removal);
  assert.equal((await prepareRequest()).attempt.operation, 'restore');
  await settle({ kind: 'saved', item: task({ version: 2 }), seq: 3 });
  const upload = await prepare();
  assert.ok(upload.kind === 'upload' && upload.blob);
  await outbox.setUploadPath(tasks, id, upload.uploadId, 'photo.png');
  const { attempt } = await prepareRequest();
  assert.deepEqual([attempt.operation, attempt.version], ['update', 2]);
});

test('an item that can no longer be restored waits for the user', async () => {
  await receive(task());
  const removal = await remove();
  await settle({ kind: 'deleted' });
  await outbox.undo(tasks, removal);
  await settle({ kind: 'missing', error: '' });
  const entry = await onlyEntry();
  assert.deepEqual([entry.problem, entry.restores], [{ kind: 'deleted' }, undefined]);
  await outbox.resolve(tasks, entry, 'mine');
  assert.equal((await onlyEntry()).base, undefined, 'saved as a new item');
});

test('if an item with a conflict can no longer be restored, its other version comes back as a new item', async () => {
  const theirs = await conflict();
  const removal = await remove(theirs);
  await settle({ kind: 'deleted' });
  await outbox.undo(tasks, removal);
  await settle({ kind: 'missing', error: '' });
  const [mine, other, ...more] = await outbox.entries();
  assert.deepEqual([mine?.id, mine?.problem?.kind, more.length], [id, 'deleted', 0]);
  const contents = [mine, other].map(
    (entry) => entry?.change.kind === 'save' && entry.change.fields.content,
  );
  assert.deepEqual(contents, ['mine', theirs.content]);
  assert.deepEqual([other?.base, other?.problem, other?.id === id], [undefined, undefined, false]);
});

test('an undone deletion can be repeated and undone again', async () => {
  await receive(task());
  const first = await remove();
  await settle({ kind: 'deleted' });
  await outbox.undo(tasks, first);
  const second = await remove();
  const repeated = await prepareRequest();
  assert.deepEqual(
    [repeated.attempt.operation, repeated.attempt.deletion],
    ['delete', first.deletion?.id],
    'another device may have restored the item',
  );
  await settle({ kind: 'missing', error: '' });
  assert.equal(await outbox.undo(tasks, second), true);
  assert.equal(await outbox.undo(tasks, first), false, 'it is there already');
  await prepareRequest();
  await remove();
  await settle({ kind: 'saved', item: task({ version: 2 }), seq: 3 });
  const { attempt } = await prepareRequest();
  assert.deepEqual([attempt.operation, attempt.version], ['delete', 2]);
});

test('a deletion is not undone if the user has changed the item since', async () => {
  await receive(task());
  const removal = await remove();
  await save({ original: task(), content: 'changed' });
  assert.equal(await outbox.undo(tasks, removal), false);
  const { change } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'changed');
});

test('a deletion is not undone if the user has changed the item since, even if that was sent', async () => {
  await receive(task());
  const removal = await remove();
  await save({ original: task(), content: 'changed' });
  await settle({ kind: 'saved', item: task({ version: 2, content: 'changed' }), seq: 3 });
  assert.equal(await outbox.undo(tasks, removal), false);
  assert.deepEqual(await outbox.entries(), []);
});

test('undoing a deletion that the server rejected brings back the unsent change', async () => {
  await receive(task());
  await save({ original: task(), content: 'new' });
  const removal = await remove(task({ content: 'new' }));
  await settle({ kind: 'rejected', error: 'In use' });
  assert.equal(await outbox.undo(tasks, removal), true);
  await settle({ kind: 'saved', item: task(), seq: 3 });
  const { attempt } = await prepareRequest();
  assert.equal(attempt.change.kind === 'save' && attempt.change.fields.content, 'new');
});

async function remove(shown = task()) {
  const removal = await outbox.remove(tasks, shown);
  assert.ok(removal);
  return removal;
}

async function prepareRequest() {
  const step = await prepare();
  assert.ok(step.kind === 'request');
  return step;
}

/** Sends the next request, and applies the answer. */
async function settle(answer: Parameters<typeof outbox.settle>[3]) {
  const step = await prepareRequest();
  await outbox.settle(tasks, id, step, answer);
  return step;
}
