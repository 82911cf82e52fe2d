import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { signIn } from '#client/session/session.ts';
import { ada } from '#client/testing/ada.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { draftsOf } from '#client/testing/open-drafts.ts';
import { refuseBlobs } from '#client/testing/refuse-blobs.ts';
import { task, tasks } from '#client/testing/task-kind.ts';
import {
  onlyEntry,
  openOutbox,
  outbox,
  prepare,
  receive,
  save,
} from '#client/testing/task-outbox.ts';
import { createTaskSending } from '#client/testing/task-sending.ts';
import { type LocalDatabase, openLocalDatabase } from './local-database.ts';
import { readShared, storeShared } from './shared-content.ts';
import { readStoredPhoto, storeThumbnail } from './stored-photos.ts';
import { createUnsentBackup } from './unsent-backup.ts';

const { id } = task();

let database: LocalDatabase;

beforeEach(async () => {
  await openOutbox();
  database = await openLocalDatabase('test');
  refuseBlobs();
});
afterEach(() => mock.restoreAll());

test('a photo survives draft, save and upload', async () => {
  const drafts = draftsOf(database.forUser('ada'));
  const draft = await drafts.begin(tasks);
  await draft.store({ fields: {}, photo: { kind: 'captured', blob: photo() } });
  await draft.close();
  const restored = (await drafts.continue(tasks, () => true))?.content.photo;
  assert.ok(restored?.kind === 'captured');
  assert.equal(await contentOf(restored.blob), 'image/webp bytes');

  await save({ photo: { kind: 'captured', blob: restored.blob } });
  const uploads: string[] = [];
  mock.method(globalThis, 'fetch', async (address: string, { body }: RequestInit) => {
    if (!String(address).includes('/api/upload')) return saved();
    uploads.push(await contentOf((body as FormData).get('file') as File));
    return Response.json({ success: true, filePath: 'a.webp' });
  });
  assert.equal(await createTaskSending().send(), 'sent');
  assert.deepEqual(uploads, ['image/webp bytes']);
  assert.deepEqual(await outbox.entries(), []);
});

test('the photo of a deleted item returns when the deletion is undone', async () => {
  await save({ photo: { kind: 'captured', blob: photo() } });
  const removal = await outbox.remove(tasks, task({ version: 0 }));
  assert.ok(removal && (await outbox.undo(tasks, removal)));
  assert.equal(await uploadContent(), 'image/webp bytes');
});

test('if both versions are kept, a photo stays with its version', async () => {
  await receive(task());
  await save({ original: task(), content: 'mine', photo: { kind: 'captured', blob: photo() } });
  const upload = await prepare();
  assert.ok(upload.kind === 'upload');
  await outbox.setUploadPath(tasks, id, upload.uploadId, 'a.webp');
  const theirs = task({ version: 2, content: 'theirs' });
  await outbox.settle(tasks, id, await prepare(), { kind: 'conflict', item: theirs });
  await outbox.resolve(tasks, await onlyEntry(), 'both');
  assert.equal(await uploadContent((await onlyEntry()).id), 'image/webp bytes');
});

test('a shared photo waits for the screen that takes it', async () => {
  await storeShared(database, { title: '', text: '', url: '', files: [photo()] });
  const [shared] = await readShared(database);
  assert.equal(await contentOf(shared?.photo), 'image/webp bytes');
});

test('a thumbnail is stored', async () => {
  installFakeBrowser();
  signIn('token', ada);
  await storeThumbnail('a.webp', photo());
  const stored = await readStoredPhoto('a.webp');
  assert.equal(await contentOf(stored?.blob), 'image/webp bytes');
});

test('the backup of an unsent photo is restored', async () => {
  await save({ photo: { kind: 'captured', blob: photo() } });
  const entry = await onlyEntry();
  const uploadId =
    entry.change.kind === 'save' &&
    entry.change.photo.kind === 'added' &&
    entry.change.photo.uploadId;
  const text = JSON.stringify({
    entry,
    photos: [{ uploadId, type: 'image/webp', base64: btoa('bytes') }],
  });
  await outbox.discard(tasks, entry);
  const files = { list: async () => ['a.json'], read: async () => text };
  await createUnsentBackup(files as never, 'unsent/ada', database.forUser('ada')).reconcile();
  assert.equal(await uploadContent(), 'image/webp bytes');
});

const photo = () => new Blob(['bytes'], { type: 'image/webp' });

const contentOf = async (blob: Blob | undefined) => `${blob?.type} ${await blob?.text()}`;

async function uploadContent(of = id) {
  const step = await outbox.prepare(tasks, of);
  assert.ok(step?.kind === 'upload');
  return contentOf(step.blob);
}

const saved = () =>
  Response.json({ success: true, task: task({ photo_path: 'a.webp' }), seq: 1 }, { status: 201 });
