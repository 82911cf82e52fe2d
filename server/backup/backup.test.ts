import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Blobs, openBlobs } from '#server/files/blobs.ts';
import { type Person, startTestServer, type TestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

let folder: string;
let server: TestServer;
let blobs: Blobs;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  server = await startTestServer();
  blobs = await openBlobs(server.config);
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('a backup brings back notes, photos and passwords as they were', async () => {
  const file = join(folder, 'first.tgz');
  const ada = await server.signUp();
  const { filePath } = await upload(ada);
  const { note } = await ada.call('createNote', {
    body: { title: 'Kept', content: 'This must come back', photo_path: filePath },
  });
  const photo = await blobs.get(filePath);

  await backUp(server.running.database, blobs, file);
  await ada.call('deleteNote', { params: { id: note.id } });
  await ada.call('updateProfile', { body: { first_name: 'Changed', last_name: 'Later' } });
  await server.restart();
  await restore(server.running.database, blobs, file);

  const { notes } = await ada.call('listNotes');
  assert.deepEqual(notes, [note]);
  assert.deepEqual(await blobs.get(filePath), photo);
  const { user } = await server.call('login', {
    body: { email: ada.email, password: ada.password },
  });
  assert.equal(user.first_name, ada.user.first_name);
});

test('a backup restores into an empty server', async () => {
  const file = join(folder, 'moved.tgz');
  const before = await backUp(server.running.database, blobs, file);
  const other = await startTestServer();
  try {
    const restored = await restore(other.running.database, await openBlobs(other.config), file);
    assert.equal(restored.users, before.users);
    assert.equal(await other.count('notes'), before.notes);
  } finally {
    await other.stop();
  }
});

test('a backup taken while people write is a state that existed', async () => {
  const file = join(folder, 'busy.tgz');
  const ada = await server.signUp();
  let writing = true;
  const writer = (async () => {
    while (writing) {
      const { filePath } = await upload(ada);
      const { note } = await ada.call('createNote', {
        body: { title: 'Busy', content: 'Here and gone', photo_path: filePath },
      });
      await ada.call('deleteNote', { params: { id: note.id } });
    }
  })();
  const { missing } = await backUp(server.running.database, blobs, file);
  writing = false;
  await writer;

  assert.equal(missing, 0);
  const other = await startTestServer();
  try {
    const restoredBlobs = await openBlobs(other.config);
    await restore(other.running.database, restoredBlobs, file);
    for (const { photo_path } of await other.everyRow('notes'))
      if (photo_path)
        assert.ok(await restoredBlobs.get(photo_path), 'every photo a note names is there');
  } finally {
    await other.stop();
  }
});

test('a photo lost from the store is counted, and everything else is kept', async () => {
  const file = join(folder, 'damaged.tgz');
  const ada = await server.signUp();
  const { filePath } = await upload(ada);
  await blobs.remove(filePath);
  const { missing, users } = await backUp(server.running.database, blobs, file);
  assert.equal(missing, 1);
  assert.equal(users, await server.count('users'));
});

test('a file that is no backup changes nothing', async () => {
  const file = join(folder, 'broken.tgz');
  const whole = join(folder, 'whole.tgz');
  await backUp(server.running.database, blobs, whole);
  await writeFile(file, (await readFile(whole)).subarray(0, 200));
  const before = await server.everyRow('users');
  await assert.rejects(restore(server.running.database, blobs, file));
  assert.deepEqual(await server.everyRow('users'), before);
});

async function upload(person: Person) {
  return person.call('upload', { body: await pictureUpload() });
}
