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

import { type Step, unsentPhotoPath } from './outbox-entry.ts';

const { id } = task();

beforeEach(openOutbox);

test('all changes saved before the next request are sent as one request', async () => {
  await save({ content: 'one' });
  await save({ original: task({ version: 0, content: 'one' }), content: 'one two' });
  const step = await prepare();
  assert.deepEqual(step.kind === 'request' && step.attempt, {
    operation: 'create',
    change: {
      kind: 'save',
      fields: { title: 'Title', content: 'one two' },
      photo: { kind: 'unchanged' },
    },
    version: undefined,
    changeId: step.changeId,
    isUncertain: false,
    missingAt: undefined,
  });
});

test('a request without a response is repeated unchanged before later changes are sent', async () => {
  await receive(task());
  await save({ original: task(), content: 'first' });
  const first = await prepare();
  await save({ original: task({ content: 'first' }), content: 'second' });
  const repeated = await prepare();
  assert.ok(first.kind === 'request' && repeated.kind === 'request');
  assert.deepEqual(repeated.attempt, { ...first.attempt, isUncertain: true });
});

test('two forms on this device that change different words are saved as one change', async () => {
  await receive(task());
  await save({ original: task(), content: 'ONE two three' });
  await save({ original: task(), content: 'one two THREE' });
  const [entry] = await outbox.entries();
  assert.equal(entry?.change.kind === 'save' && entry.change.fields.content, 'ONE two THREE');
});

test('a new item that was never sent is deleted without a request, with its photo', async () => {
  await save({ photo: captured() });
  await outbox.remove(tasks, task({ version: 0 }));
  assert.deepEqual([await outbox.entries(), await storedPhotos()], [[], []]);
});

test('a new item that was deleted elsewhere after a lost response waits for the user when it is saved again', async () => {
  const missing = { kind: 'missing', error: 'Not found.' } as const;
  await save({ content: 'one' });
  await prepare();
  await outbox.settle(tasks, id, await prepare(), missing);
  assert.equal((await onlyEntry()).problem?.kind, 'deleted');
  await save({ original: task({ version: 0, content: 'one' }), content: 'two' });
  assert.equal((await onlyEntry()).problem, undefined);
  await outbox.settle(tasks, id, await prepare(), missing);
  assert.equal((await onlyEntry()).problem?.kind, 'deleted');
});

test('a photo is uploaded before its item is sent, and deleted from the device after that', async () => {
  await save({ photo: captured() });
  const upload = await prepare();
  assert.ok(upload.kind === 'upload' && upload.blob);
  await outbox.setUploadPath(tasks, id, upload.uploadId, 'photo.png');
  const step = await prepare();
  assert.deepEqual(await storedPhotos(), [unsentPhotoPath(upload.uploadId)]);
  const item = task({ photo_path: 'photo.png' });
  await outbox.settle(tasks, id, step, { kind: 'saved', item, seq: 1 });
  assert.deepEqual([await outbox.entries(), await storedPhotos()], [[], []]);
});

test('a change that waits for the user is not sent', async () => {
  await conflict();
  assert.equal(await outbox.prepare(tasks, id), undefined);
});

test('discarding a rejected change leaves nothing to send', async () => {
  await save({});
  await outbox.settle(tasks, id, await prepare(), { kind: 'rejected', error: 'Too long' });
  await outbox.discard(tasks, await onlyEntry());
  assert.deepEqual(await outbox.entries(), []);
});

test('a form whose change overlaps with another change on this device stores nothing, not even its photo', async () => {
  await receive(task());
  await save({ original: task(), content: 'ONE two three' });
  const outcome = await save({ original: task(), content: 'First two three', photo: captured() });
  assert.equal(outcome.kind, 'changed');
  assert.deepEqual(await storedPhotos(), []);
});

test('a rejected repeated request does not block the change made after it', async () => {
  await receive(task());
  await save({ original: task(), content: 'too long' });
  const lost = await prepare();
  await outbox.settle(tasks, id, lost, { kind: 'unreachable', error: 'Network error' });
  await outbox.remove(tasks, task({ content: 'too long' }));
  const repeated = await prepare();
  await outbox.settle(tasks, id, repeated, { kind: 'rejected', error: 'Too long' });
  const next = await prepare();
  assert.equal(next.kind === 'request' && next.attempt.operation, 'delete');
});

test('a request with an expired photo is not repeated after the user has chosen another photo', async () => {
  await save({ photo: captured() });
  const upload = await prepare();
  assert.equal(upload.kind, 'upload');
  const { uploadId } = upload as Extract<Step, { kind: 'upload' }>;
  await outbox.setUploadPath(tasks, id, uploadId, 'expired.png');
  await prepare();
  await save({ original: task({ version: 0 }), photo: captured() });
  await outbox.setUploadPath(tasks, id, uploadId);
  assert.equal((await prepare()).kind, 'upload', 'the other photo comes next');
});
