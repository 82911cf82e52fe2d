import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import {
  animation,
  asUpload,
  photoFromPhone,
  picture,
  pictureUpload,
} from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('JPEG, PNG, WebP, GIF and AVIF are accepted, whatever name and type they claim', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const { filePath } = await ada.call(kit.upload, { body: await pictureUpload(format) });
    const { bytes, type } = await read(filePath);
    const { width, height, format: stored } = await sharp(bytes).metadata();
    assert.deepEqual([width, height], [40, 30]);
    assert.equal(stored, format === 'avif' ? 'webp' : format);
    assert.equal(type, `image/${stored}`);
  }
});

test('the server chooses a random name for an upload', async () => {
  const body = { ...(await pictureUpload()), fileName: '../../../mine.png' };
  const [one, other] = [await ada.call(kit.upload, { body }), await ada.call(kit.upload, { body })];
  assert.match(one.filePath, /^[\w-]{43}\.png$/);
  assert.notEqual(one.filePath, other.filePath);
});

test('a form with the field file is accepted', async () => {
  const form = new FormData();
  form.set('file', new Blob([await picture('webp')], { type: 'text/plain' }), 'x.html');
  const { filePath } = await ada.call(kit.upload, { body: form });
  assert.match(filePath, /\.webp$/);
});

test('base64 with a data: prefix or line breaks is accepted, and name and type are optional', async () => {
  const { base64Data } = await pictureUpload();
  const wrapped = base64Data.replace(/.{1,60}/g, '$&\r\n');
  for (const data of [`data:image/png;base64,${base64Data}`, wrapped])
    await ada.call(kit.upload, { body: { base64Data: data } });
});

test('a photo from a phone is rotated upright, and its metadata with GPS is removed', async () => {
  const { filePath } = await ada.call(kit.upload, { body: asUpload(await photoFromPhone()) });
  const signed = await ada.call(kit.signFile, { params: { path: filePath } });
  const bySignature = await fetch(server.url + signed.url);
  assert.equal(bySignature.status, 200);
  const served = [
    (await read(filePath)).bytes,
    (await read(filePath, { w: '320' })).bytes,
    Buffer.from(await bySignature.arrayBuffer()),
  ];
  for (const bytes of served) {
    const { width, height, orientation, exif, xmp, iptc } = await sharp(bytes).metadata();
    assert.deepEqual([width, height], [32, 64]);
    assert.deepEqual([orientation, exif, xmp, iptc], [undefined, undefined, undefined, undefined]);
    assert.doesNotMatch(bytes.toString('latin1'), /Exif|GPS|SecretPhone/);
    const [red = 0, , blue = 0] = await sharp(bytes)
      .extract({ left: 4, top: 60, width: 1, height: 1 })
      .raw()
      .toBuffer();
    assert.ok(red > blue, 'what was to the right is below');
  }
});

test('animations stay animated, also when resized', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await animation(format, { frames: 3, width: 400, height: 20 });
    const { filePath } = await ada.call(kit.upload, { body: asUpload(bytes) });
    const whole = await sharp((await read(filePath)).bytes, { animated: true }).metadata();
    assert.deepEqual([whole.pages, whole.width, whole.pageHeight], [3, 400, 20]);
    const resized = await sharp((await read(filePath, { w: '320' })).bytes, {
      animated: true,
    }).metadata();
    assert.deepEqual([resized.pages, resized.width, resized.pageHeight], [3, 320, 16]);
  }
});

test('data after the end of a picture is not stored', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = Buffer.concat([await picture(format), Buffer.from('<script>alert(1)</script>')]);
    const outcome = await ada.send(kit.upload, { body: asUpload(bytes) });
    if (outcome.ok) assert.ok(!(await read(outcome.body.filePath)).bytes.includes('alert'), format);
    else assert.equal(outcome.status, 415);
  }
});

async function read(path: string, query = {}) {
  const outcome = await ada.send(kit.readFile, { params: { path }, query });
  assert.ok(outcome.ok);
  return { bytes: outcome.body, type: outcome.headers.get('content-type') };
}
