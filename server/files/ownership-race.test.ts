import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';

const ROUNDS = 40;

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('a photo that one note gives up while another takes it is never lost', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await upload();
    const id = await createNote(path);
    await Promise.all([
      round % 2
        ? ada.call('deleteNote', { params: { id } })
        : ada.call('updateNote', {
            params: { id },
            body: { title: 'x', content: 'x', photo_path: null },
          }),
      // Either it comes in time or it is told that the photo is gone.
      ada.send('createNote', { body: { title: 'x', content: 'x', photo_path: path } }),
    ]);
  }
  await everyShownPhotoIsThere();
});

test('two notes that exchange their photos at once keep one each', async () => {
  for (let round = 0; round < ROUNDS / 2; round++) {
    const [one, other] = [await upload(), await upload()];
    const [oneId, otherId] = [await createNote(one), await createNote(other)];
    const outcomes = await Promise.all([change(oneId, other), change(otherId, one)]);
    for (const { status } of outcomes) assert.ok(status === 200 || status === 400, `${status}`);
  }
  await everyShownPhotoIsThere();
});

function change(id: string, photo_path: string) {
  return ada.send('updateNote', {
    params: { id },
    body: { title: 'x', content: 'x', photo_path },
  });
}

async function everyShownPhotoIsThere() {
  const files = await server.everyRow('files');
  const there = new Set(files.filter((file) => !file.removed_at).map((file) => file.path));
  const { notes } = await ada.call('listNotes');
  const lost = notes.filter(({ photo_path }) => photo_path && !there.has(photo_path));
  assert.equal(lost.length, 0);
}

async function upload() {
  return (await ada.call('upload', { body: await pictureUpload() })).filePath;
}

async function createNote(photo_path: string) {
  const { note } = await ada.call('createNote', { body: { title: 'x', content: 'x', photo_path } });
  return note.id;
}
