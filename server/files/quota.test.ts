import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { asForm } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';

const PHOTO_MB = 2;

const server = await startTestServer({
  env: {
    MAX_PHOTO_MB_PER_USER: String(PHOTO_MB),
    MAX_UPLOADS_AT_ONCE_PER_USER: '20',
  },
});
after(server.stop);

test('photos beyond the limit get 403 with a message that names it, until others are deleted', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const photo = await noisyPicture();
  const paths: string[] = [];
  for (let count = 0; count < 4; count++) {
    const outcome = await upload(ada, photo);
    assert.ok(outcome.ok);
    paths.push(outcome.body.filePath);
  }
  const failed = await upload(ada, photo);
  assert.ok(!failed.ok);
  assert.deepEqual([failed.status, failed.error], [403, apiMessages.photosLimitReached(PHOTO_MB)]);
  assert.match(apiMessages.photosLimitReached(PHOTO_MB), /\b2 MB\b/);
  assert.deepEqual(await photosWithin(ada, PHOTO_MB * 1e6), paths.sort());
  assert.ok((await upload(bob, photo)).ok);
  await ada.call(kit.deleteFile, { params: { path: paths[0] ?? '' } });
  assert.ok((await upload(ada, photo)).ok);
});

test('photos of deleted items never prevent an upload and take no space beyond the limit', async () => {
  const ada = await server.signUp();
  const photo = await noisyPicture();
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) {
    const outcome = await upload(ada, photo);
    assert.ok(outcome.ok, 'deleted photos do not count');
    const body = { text: 'x', photo_path: outcome.body.filePath };
    const { id } = (await ada.call(testItems.create, { body })).item;
    await ada.call(testItems.remove, { params: { id } });
    ids.push(id);
  }
  const kept = (await server.everyRow('files')).filter(
    ({ user_id, kept_until }) => user_id === ada.user.id && kept_until,
  );
  const total = kept.reduce((bytes, { size_bytes }) => bytes + size_bytes, 0);
  assert.ok(kept.length > 1 && total <= PHOTO_MB * 1e6, ` photos,  bytes`);
  const restored = async (id = '') =>
    (await ada.call(testItems.restore, { params: { id } })).item.photo_path;
  assert.ok(await restored(ids.at(-1)), 'the newest is kept');
  assert.equal(await restored(ids[0]), null, 'the oldest is given up');
});

test('concurrent uploads do not exceed the limit', async () => {
  const ada = await server.signUp();
  const photo = await noisyPicture();
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => upload(ada, photo)));
  assert.ok(outcomes.some(({ status }) => status === 201));
  assert.ok(outcomes.some(({ status }) => status === 403));
  await photosWithin(ada, PHOTO_MB * 1e6);
});

function upload(person: Person, bytes: Uint8Array) {
  return person.send(kit.upload, { body: asForm(bytes) });
}

/** Creates a picture of about 400 KB that cannot be compressed further. */
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

/** Returns the user's photos. Fails if their bytes exceed the limit. */
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
