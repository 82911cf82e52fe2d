import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { blackPng, PNG_COLORS, picture, pngChunk } from '#server/testing/pictures.ts';
import { withoutPngMetadata } from './png-chunks.ts';

test('texts, unknown chunks and data after the end are removed from a PNG, and the picture is unchanged', () => {
  const extra = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'sPLT', 'vpAg'].map((type) =>
    pngChunk(type, Buffer.from('k\0\0text')),
  );
  const hostile = Buffer.concat([png(extra), Buffer.from('appended')]);
  assert.deepEqual(withoutPngMetadata(hostile), png());
});

test('palette, transparency and colors are kept, as are one small color profile and one small orientation', () => {
  const types = ['gAMA', 'cHRM', 'sRGB', 'PLTE', 'tRNS', 'iCCP', 'eXIf'];
  const kept = types.map((type) => pngChunk(type, Buffer.from('data')));
  assert.deepEqual(withoutPngMetadata(png(kept)), png(kept));
  assert.deepEqual(withoutPngMetadata(png([...kept, ...kept.slice(-2)])), png(kept));
  const large = ['iCCP', 'eXIf'].map((type) => pngChunk(type, Buffer.alloc(64 * 1024 + 1)));
  assert.deepEqual(withoutPngMetadata(png(large)), png());
});

test('a PNG keeps the orientation that its metadata declares', async () => {
  const turned = await sharp(await picture('png', 40, 30))
    .withMetadata({ orientation: 6 })
    .png()
    .toBuffer();
  assert.equal((await sharp(withoutPngMetadata(turned)).metadata()).orientation, 6);
});

test('a truncated PNG, or one that declares too large a chunk, ends where its bytes end', () => {
  const whole = png();
  for (let length = 8; length < whole.length; length++)
    assert.ok(withoutPngMetadata(whole.subarray(0, length)).length <= length);
  const beyond = Buffer.concat([
    whole.subarray(0, 33),
    Buffer.from('\xff\xff\xff\xffzTXt1234', 'latin1'),
  ]);
  assert.deepEqual(withoutPngMetadata(beyond), whole.subarray(0, 33));
});

test('other formats are returned unchanged', async () => {
  for (const format of ['jpeg', 'webp', 'gif', 'avif'] as const) {
    const bytes = await picture(format);
    assert.equal(withoutPngMetadata(bytes), bytes);
  }
  assert.equal(withoutPngMetadata(Buffer.alloc(0)).length, 0);
});

const png = (chunks: Buffer[] = []) => blackPng(10, 10, PNG_COLORS.oneBit, chunks);
