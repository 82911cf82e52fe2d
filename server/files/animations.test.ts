import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animation, picture, sparseGif, sparseWebp } from '#server/testing/pictures.ts';
import { countFrames, isIrregularGif } from './animations.ts';

test('the frames of a GIF or WebP are counted, and other pictures have one', async () => {
  for (const format of ['gif', 'webp'] as const) {
    assert.equal(countFrames(await animation(format, { frames: 3 })), 3, format);
    assert.equal(countFrames(await picture(format)), 1, format);
  }
  assert.equal(countFrames(sparseGif(1, 1, 2000)), 2000);
  assert.equal(countFrames(await sparseWebp(2000)), 2000);
  for (const format of ['jpeg', 'png', 'avif'] as const)
    assert.equal(countFrames(await picture(format)), 1, format);
  assert.equal(countFrames(Buffer.alloc(0)), 1);
});

test('a GIF is irregular if anything is missing or appended, wherever it is cut off', async () => {
  const gif = await animation('gif');
  assert.equal(isIrregularGif(gif), false);
  assert.equal(isIrregularGif(Buffer.concat([gif, Buffer.from('x')])), true);
  for (let length = 4; length < gif.length; length++)
    assert.equal(isIrregularGif(gif.subarray(0, length)), true, `the first ${length} bytes`);
  assert.equal(isIrregularGif(await picture('png')), false);
});

test('a WebP with a wrong length is counted as far as it can be read', async () => {
  const webp = await sparseWebp(10);
  const third = webp.indexOf('ANMF', webp.indexOf('ANMF', webp.indexOf('ANMF') + 4) + 4);
  webp.writeUInt32LE(0xffffffff, third + 4);
  assert.equal(countFrames(webp), 3);
});
