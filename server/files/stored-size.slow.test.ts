import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import { asForm, noiseOfFewColors } from '#server/testing/pictures.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);

test('a JPEG that would exceed the upload limit when stored gets a lower quality', async () => {
  const ada = await server.signUp();
  const raw = { width: 4300, height: 4300, channels: 3 } as const;
  const photo = await sharp(randomBytes(raw.width * raw.height * 3), { raw })
    .jpeg({ quality: 60 })
    .toBuffer();
  assert.ok(photo.length <= PHOTO_MAX_BYTES);
  const { filePath } = await ada.call(kit.upload, { body: asForm(photo) });
  const stored = await ada.call(kit.readFile, { params: { path: filePath } });
  assert.ok(stored.length <= PHOTO_MAX_BYTES);
});

test('a PNG that would exceed it becomes a JPEG, which can be uploaded again', async () => {
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: asForm(noiseOfFewColors(2300, 2300)) });
  assert.match(filePath, /\.jpg$/);
  const stored = await ada.call(kit.readFile, { params: { path: filePath } });
  assert.ok(stored.length <= PHOTO_MAX_BYTES);
  await ada.call(kit.upload, { body: asForm(stored) });
});
