import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import { asForm, noiseOfFewColors } from '#server/testing/pictures.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';

const server = await startTestServer();
after(server.stop);

test('a photo that would be larger when it is stored than an upload may be is compressed more', async () => {
  const ada = await server.signUp();
  const size = { width: 4500, height: 4500 };
  const raw = { ...size, channels: 3 } as const;
  const photos = {
    jpeg: await sharp(randomBytes(4500 * 4500 * 3), { raw })
      .jpeg({ quality: 60 })
      .toBuffer(),
    png: noiseOfFewColors(2500, 2500),
  };
  for (const [what, photo] of Object.entries(photos)) {
    assert.ok(photo.length <= PHOTO_MAX_BYTES, what);
    const { filePath } = await ada.call('upload', { body: asForm(photo) });
    assert.match(filePath, /\.jpg$/);
    const stored = await ada.call('readFile', { params: { path: filePath } });
    assert.ok(stored.length <= PHOTO_MAX_BYTES, what);
    await ada.call('upload', { body: asForm(stored) });
  }
});
