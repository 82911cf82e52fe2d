import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { task, taskEntity } from '#client/testing/task-entity.ts';
import type { Edit } from './edit.ts';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type Step, unsentPhotoPath } from './outbox-entry.ts';
import { storeList } from './stored-items.ts';

const USER = 'ada';
const { id } = task();
let database: LocalDatabase;
let outbox: Outbox;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = await openLocalDatabase('test');
  let count = 0;
  outbox = createOutbox({
    database,
    userId: USER,
    newId: () => `id-${++count}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++count).toISOString(),
    onChange() {},
  });
});

test('a saved form is sent as one request, together with what is saved before it is sent', async () => {
  await save({ content: 'one' });
  await save({ original: task({ version: 0, content: 'one' }), content: 'one two' });
  const step = await prepare();
  assert.deepEqual(step.kind === 'request' && step.attempt, {
    operation: 'create',
    change: { kind: 'save', fields: { title: 'Title', content: 'one two' }, photo: unchanged },
    version: undefined,
    changeId: step.changeId,
    isUncertain: false,
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

test('two forms of this device that change different words are saved as one change', async () => {
  await receive(task());
  await save({ original: task(), content: 'ONE two three' });
  await save({ original: task(), content: 'one two THREE' });
  const [entry] = await outbox.entries();
  assert.equal(entry?.change.kind === 'save' && entry.change.fields.content, 'ONE two THREE');
});

test('a new item that was never sent is deleted without a request, with its photo', async () => {
  await save({ photo: added() });
  await outbox.remove(taskEntity, task({ version: 0 }));
  assert.deepEqual([await outbox.entries(), await storedPhotos()], [[], []]);
});

test('a photo is uploaded before its item is sent, and deleted from the device after that', async () => {
  await save({ photo: added() });
  const upload = await prepare();
  assert.ok(upload.kind === 'upload' && upload.blob);
  await outbox.setUploadPath(taskEntity, id, upload.uploadId, 'photo.png');
  const step = await prepare();
  assert.deepEqual(await storedPhotos(), [unsentPhotoPath(upload.uploadId)]);
  const item = task({ photo_path: 'photo.png' });
  await outbox.settle(taskEntity, id, step, { kind: 'saved', item, seq: 1 });
  assert.deepEqual([await outbox.entries(), await storedPhotos()], [[], []]);
});

test('a change that waits for the person is not sent', async () => {
  await conflict();
  assert.equal(await outbox.prepare(taskEntity, id), undefined);
});

test('choosing the own version sends it on top of the other one', async () => {
  const theirs = await conflict();
  await outbox.resolve(taskEntity, await onlyEntry(), 'mine');
  const step = await prepare();
  assert.ok(step.kind === 'request' && step.attempt.change.kind === 'save');
  assert.equal(step.attempt.version, theirs.version);
  assert.equal(step.attempt.change.fields.content, 'mine');
});

test('choosing the other version gives up the own one', async () => {
  await conflict();
  await outbox.resolve(taskEntity, await onlyEntry(), 'theirs');
  assert.deepEqual(await outbox.entries(), []);
});

test('choosing both makes the own version a new item', async () => {
  await conflict();
  await outbox.resolve(taskEntity, await onlyEntry(), 'both');
  const [entry, ...others] = await outbox.entries();
  assert.ok(entry && others.length === 0);
  assert.notEqual(entry.id, id);
  assert.equal(entry.base, undefined);
  assert.equal(entry.change.kind === 'save' && entry.change.fields.content, 'mine');
});

test('a decision about a version that has changed since decides nothing', async () => {
  const theirs = await conflict();
  const seen = await onlyEntry();
  await outbox.resolve(taskEntity, seen, 'mine');
  const newer = { ...theirs, version: theirs.version + 1, content: 'newer' };
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'conflict', item: newer });
  assert.equal(await outbox.resolve(taskEntity, seen, 'theirs'), false);
  const { change, problem } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'mine');
  assert.equal(problem?.kind === 'changed' && problem.theirs.version, newer.version);
});

test('an item that was merged unseen with another change is not deleted', async () => {
  const shown = task({ content: 'mine one two three' });
  await receive(task());
  await save({ original: task(), content: shown.content });
  const theirs = task({ version: 2, content: 'one two three theirs' });
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'conflict', item: theirs });
  assert.equal(await outbox.remove(taskEntity, shown), false);
  const { change } = await onlyEntry();
  assert.equal(change.kind === 'save' && change.fields.content, 'mine one two three theirs');
});

test('a photo that another device added unseen is not replaced without asking', async () => {
  const theirs = task({ version: 2, photo_path: 'theirs.png' });
  await receive(theirs);
  await save({ original: task(), photo: added() });
  const { base } = await onlyEntry();
  assert.deepEqual(base, task());
});

test('a change of an item that waits to be deleted is based on the version that is shown', async () => {
  await receive(task());
  await outbox.remove(taskEntity, task());
  const theirs = task({ version: 2, content: 'one two three four' });
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'conflict', item: theirs });
  await save({ original: theirs, content: 'one two three' });
  const step = await prepare();
  assert.ok(step.kind === 'request');
  assert.deepEqual([step.attempt.operation, step.attempt.version], ['update', 2]);
});

test('discarding a rejected change leaves nothing to send', async () => {
  await save({});
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'rejected', error: 'Too long' });
  await outbox.discard(taskEntity, await onlyEntry());
  assert.deepEqual(await outbox.entries(), []);
});

test('a form whose change overlaps with another one of this device stores nothing, nor its photo', async () => {
  await receive(task());
  await save({ original: task(), content: 'ONE two three' });
  const outcome = await save({ original: task(), content: 'First two three', photo: added() });
  assert.equal(outcome.kind, 'changed');
  assert.deepEqual(await storedPhotos(), []);
});

test('a repeated request that is rejected does not hold up the change made since', async () => {
  await receive(task());
  await save({ original: task(), content: 'too long' });
  const lost = await prepare();
  await outbox.settle(taskEntity, id, lost, { kind: 'unreachable', error: 'Network error' });
  await outbox.remove(taskEntity, task({ content: 'too long' }));
  const repeated = await prepare();
  await outbox.settle(taskEntity, id, repeated, { kind: 'rejected', error: 'Too long' });
  const next = await prepare();
  assert.equal(next.kind === 'request' && next.attempt.operation, 'delete');
});

test('a form that was open while the item was changed and sent does not overwrite that change', async () => {
  await save({ content: 'one two three' });
  const original = task({ version: 0, content: 'one two three' });
  await save({ original, content: 'one two three four' });
  const created = task({ content: 'one two three four' });
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'saved', item: created, seq: 1 });
  await save({ original, content: 'zero one two three' });
  const late = await prepare();
  assert.notEqual(late.kind === 'request' && late.attempt.version, created.version);
  await outbox.settle(taskEntity, id, late, { kind: 'conflict', item: created });
  const [entry] = await outbox.entries();
  assert.deepEqual(entry?.change, {
    kind: 'save',
    fields: { title: 'Title', content: 'zero one two three four' },
    photo: { kind: 'unchanged' },
  });
  assert.equal(entry?.base?.version, 1);
});

test('a change made while the item is being deleted waits for the person instead of getting lost', async () => {
  await receive(task());
  await outbox.remove(taskEntity, task());
  const deletion = await prepare();
  await save({ original: task(), content: 'one two three four' });
  await outbox.settle(taskEntity, id, deletion, { kind: 'deleted' });
  const [entry] = await outbox.entries();
  assert.deepEqual(entry?.problem, { kind: 'deleted' });
});

test('a request with an expired photo is not repeated after the person has chosen another photo', async () => {
  await save({ photo: added() });
  const upload = await prepare();
  assert.equal(upload.kind, 'upload');
  const { uploadId } = upload as Extract<Step, { kind: 'upload' }>;
  await outbox.setUploadPath(taskEntity, id, uploadId, 'expired.png');
  await prepare();
  await save({ original: task({ version: 0 }), photo: added() });
  await outbox.setUploadPath(taskEntity, id, uploadId);
  assert.equal((await prepare()).kind, 'upload', 'the other photo comes next');
});

type Values = { original?: Edit['original']; content?: string; photo?: Edit['photo'] };

function save({ original, content = 'one two three', photo = unchanged }: Values) {
  return outbox.save(taskEntity, { id, original, fields: { title: 'Title', content }, photo });
}

/** Makes a change that overlaps with one of another device. Returns that one's version. */
async function conflict() {
  await receive(task());
  await save({ original: task(), content: 'mine' });
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(taskEntity, id, await prepare(), { kind: 'conflict', item: theirs });
  return theirs;
}

const unchanged = { kind: 'unchanged' } as const;

const added = (): Edit['photo'] => ({ kind: 'added', blob: new Blob(['bytes']) });

async function prepare(): Promise<Step> {
  const step = await outbox.prepare(taskEntity, id);
  assert.ok(step, 'nothing can be sent');
  return step;
}

/** Stores items as the server's list. */
function receive(...items: ReturnType<typeof task>[]) {
  return database.write(['items', 'thumbnails', 'cursors'], (transaction) =>
    storeList(transaction, USER, taskEntity, { items, seq: 1, at: '', isReset: false }),
  );
}

async function storedPhotos() {
  const photos = await database.read(['photos'], ({ getAll }) => getAll('photos', [USER]));
  return photos.map(({ path }) => path);
}

async function onlyEntry() {
  const [entry, ...others] = await outbox.entries();
  assert.ok(entry && others.length === 0);
  return entry;
}
