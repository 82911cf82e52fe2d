import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { noteErrors } from '#features/notes/contract.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { asForm } from '#server/testing/pictures.ts';
import { apiMessages } from '#shared/messages.ts';

const NOTES = 5;
const PHOTO_MB = 2;

const server = await startTestServer({
  env: {
    MAX_NOTES_PER_USER: String(NOTES),
    MAX_PHOTO_MB_PER_USER: String(PHOTO_MB),
    MAX_UPLOADS_AT_ONCE_PER_USER: '20',
  },
});
after(server.stop);

test('one note more than a person may have gets 403 with a sentence that names the limit', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const ids = Array.from({ length: NOTES }, () => randomUUID());
  for (const id of ids) await ada.call('createNote', { body: { id, title: 'x', content: 'x' } });
  const { status, error } = await ada.refusal('createNote', { body: { title: 'y', content: 'y' } });
  assert.deepEqual([status, error], [403, noteErrors.limitReached(NOTES)]);
  assert.match(error, /\b5 notes\b/);
  assert.equal((await ada.call('listNotes')).notes.length, NOTES);
  await createNote(bob);

  const [id = ''] = ids;
  const again = await ada.call('createNote', { body: { id, title: 'z', content: 'z' } });
  assert.equal(again.note.title, 'x', 'a note that exists is answered as before');
  await ada.call('updateNote', { params: { id }, body: { title: 'z', content: 'z' } });
  await ada.call('deleteNote', { params: { id } });
  await createNote(ada);
});

test('many notes created at once do not exceed the limit', async () => {
  const ada = await server.signUp();
  const outcomes = await Promise.all(Array.from({ length: 4 * NOTES }, () => createNote(ada)));
  const created = outcomes.filter(({ status }) => status === 201);
  assert.equal(created.length, NOTES);
  assert.ok(outcomes.every(({ status }) => status === 201 || status === 403));
  assert.equal((await ada.call('listNotes')).notes.length, NOTES);
});

test('photos beyond what a person may store get 403 with a sentence that names the limit, and deleting makes room', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const photo = await noisyPicture();
  const paths: string[] = [];
  for (let count = 0; count < 4; count++) {
    const outcome = await upload(ada, photo);
    assert.ok(outcome.ok);
    paths.push(outcome.answer.filePath);
  }
  const refused = await upload(ada, photo);
  assert.ok(!refused.ok);
  assert.deepEqual(
    [refused.status, refused.error],
    [403, apiMessages.photosLimitReached(PHOTO_MB)],
  );
  assert.match(apiMessages.photosLimitReached(PHOTO_MB), /\b2 MB\b/);
  assert.deepEqual(await photosWithin(ada, PHOTO_MB * 1e6), paths.sort());
  assert.ok((await upload(bob, photo)).ok);
  await ada.call('deleteFile', { params: { path: paths[0] ?? '' } });
  assert.ok((await upload(ada, photo)).ok);
});

test('photos uploaded at once do not exceed the limit', async () => {
  const ada = await server.signUp();
  const photo = await noisyPicture();
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => upload(ada, photo)));
  assert.ok(outcomes.some(({ status }) => status === 201));
  assert.ok(outcomes.some(({ status }) => status === 403));
  await photosWithin(ada, PHOTO_MB * 1e6);
});

test('photos whose size is not known count as well', async () => {
  const ada = await server.signUp();
  const photo = await noisyPicture(40);
  for (let count = 0; count < 4; count++) assert.ok((await upload(ada, photo)).ok);
  await server.query
    .updateTable('files')
    .set({ size_bytes: null })
    .where('user_id', '=', ada.user.id)
    .execute();
  assert.equal((await upload(ada, photo)).status, 403);
});

function createNote(person: Person) {
  return person.send('createNote', { body: { title: 'x', content: 'x' } });
}

function upload(person: Person, bytes: Uint8Array) {
  return person.send('upload', { body: asForm(bytes) });
}

/** About 400 KB that no encoder makes smaller. */
function noisyPicture(edge = 370) {
  return sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
}

/** The person's photos, whose bytes in the store are within the limit. */
async function photosWithin(person: Person, most: number) {
  const { blobs } = server.running;
  const files = (await server.everyRow('files')).filter(
    ({ user_id, removed_at }) => user_id === person.user.id && !removed_at,
  );
  let total = 0;
  for (const { path, size_bytes } of files) {
    const bytes = await blobs.get(path);
    assert.equal(bytes?.length, size_bytes);
    total += bytes?.length ?? 0;
  }
  assert.ok(total <= most);
  return files.map(({ path }) => path).sort();
}
