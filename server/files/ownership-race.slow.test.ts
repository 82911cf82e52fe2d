import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const ROUNDS = 40;

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('a photo that is removed from one item while it is added to another is never lost', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await upload();
    const id = await createItem(path);
    await Promise.all([
      round % 2
        ? ada.call(testItems.remove, { params: { id } })
        : ada.call(testItems.update, {
            params: { id },
            body: { text: 'x', photo_path: null },
          }),
      // Succeeds, or gets an error because the photo is removed.
      ada.send(testItems.create, { body: { text: 'x', photo_path: path } }),
    ]);
  }
  await everyShownPhotoIsThere();
});

test('two items that exchange their photos concurrently keep one each', async () => {
  for (let round = 0; round < ROUNDS / 2; round++) {
    const [one, other] = [await upload(), await upload()];
    const [oneId, otherId] = [await createItem(one), await createItem(other)];
    const outcomes = await Promise.all([change(oneId, other), change(otherId, one)]);
    for (const { status } of outcomes) assert.ok(status === 200 || status === 400, `${status}`);
  }
  await everyShownPhotoIsThere();
});

test('a photo can be deleted while its item is changed or deleted, without a deadlock', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await upload();
    const id = await createItem(path);
    const [, { status }] = await Promise.all([
      ada.send(kit.deleteFile, { params: { path } }),
      round % 2
        ? ada.send(testItems.remove, { params: { id } })
        : ada.send(testItems.update, { params: { id }, body: { text: 'x', photo_path: null } }),
    ]);
    assert.equal(status, 200);
  }
});

function change(id: string, photo_path: string) {
  return ada.send(testItems.update, {
    params: { id },
    body: { text: 'x', photo_path },
  });
}

async function everyShownPhotoIsThere() {
  const files = await server.everyRow('files');
  const there = new Set(files.filter((file) => !file.removed_at).map((file) => file.path));
  const { items } = await ada.call(testItems.list);
  const lost = items.filter(({ photo_path }) => photo_path && !there.has(photo_path));
  assert.equal(lost.length, 0);
}

async function upload() {
  return (await ada.call(kit.upload, { body: await pictureUpload() })).filePath;
}

async function createItem(photo_path: string) {
  const { item } = await ada.call(testItems.create, { body: { text: 'x', photo_path } });
  return item.id;
}
