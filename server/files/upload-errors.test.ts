import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import {
  asForm,
  asUpload,
  blackPng,
  picture,
  pictureUpload,
  sparseGif,
  sparseWebp,
} from '#server/testing/pictures.ts';
import { PHOTO_MAX_BYTES, PHOTO_MAX_FRAMES } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';

test('SVG, HTML, PDF, HTML named .png, TIFF, plain text and random bytes get 415, and nothing is stored', async () => {
  const uploads = {
    svg: Buffer.from(svg),
    'svg behind a declaration': Buffer.from(`<?xml version="1.0"?>${svg}`),
    html: Buffer.from(html),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
    text: Buffer.from('hello'),
    tiff: await sharp(await picture())
      .tiff()
      .toBuffer(),
    'a zip': Buffer.from('PK\x03\x04 and so on'),
    'a PNG signature alone': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    'ImageMagick script': Buffer.from(
      'push graphic-context\nimage over 0,0 1,1 "|id"\npop graphic-context',
    ),
  };
  await nothingIsStored(async () => {
    for (const [what, bytes] of Object.entries(uploads))
      for (const body of [asUpload(bytes), asForm(bytes)]) {
        const { status, error } = await ada.error(kit.upload, { body });
        assert.deepEqual([status, error], [415, apiMessages.photoUnsupported], what);
      }
  });
});

test('truncated pictures get 415, and nothing is stored', async () => {
  await nothingIsStored(async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = await sharp({
        create: {
          width: 200,
          height: 200,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 99, sigma: 40 },
        },
      })
        .toFormat(format)
        .toBuffer();
      const half = bytes.subarray(0, bytes.length / 2);
      assert.equal((await ada.error(kit.upload, { body: asUpload(half) })).status, 415, format);
    }
  });
});

test('a GIF with another kind of file appended gets 415, and nothing is stored', async () => {
  const gif = await picture('gif');
  const polyglots = [
    Buffer.concat([gif, Buffer.from(html)]),
    Buffer.concat([gif, Buffer.from(`${html};`)]),
    Buffer.concat([gif, gif]),
    Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=alert(document.domain)//;'),
  ];
  await nothingIsStored(async () => {
    for (const bytes of polyglots)
      assert.equal((await ada.error(kit.upload, { body: asUpload(bytes) })).status, 415);
  });
});

test('invalid or empty base64 gets 400, and nothing is stored', async () => {
  await nothingIsStored(async () => {
    const wrong = [
      '',
      ' ',
      'A',
      '====',
      'not base64!',
      '\u{1F600}',
      'data:image/png;base64,',
      'QUJD*',
      undefined,
      null,
      7,
      ['QUJD'],
      {},
    ];
    for (const base64Data of wrong) {
      const { status, fields } = await ada.error(kit.upload, {
        body: { ...(await pictureUpload()), base64Data },
      });
      assert.deepEqual(
        [status, fields],
        [400, { base64Data: fieldMessages.fileRequired }],
        `${base64Data}`,
      );
    }
  });
});

test('base64 made to be slow to validate is rejected', async () => {
  // Long enough that a check with quadratic time would take hours.
  const base64Data = `${' '.repeat(5_000_000)}!`;
  assert.equal((await ada.error(kit.upload, { body: { base64Data } })).status, 400);
});

test('NUL and lone surrogates in the name or type of a file get 400', async () => {
  await nothingIsStored(async () => {
    for (const field of ['fileName', 'contentType'])
      for (const broken of ['nul\u0000.png', 'half\ud800.png', 7, ['x.png']]) {
        const body = { ...(await pictureUpload()), [field]: broken };
        const { status, fields } = await ada.error(kit.upload, { body });
        assert.deepEqual([status, Object.keys(fields ?? {})], [400, [field]]);
      }
  });
});

test('a form without a file, with an empty file or with text instead gets 400', async () => {
  const forms = [new FormData(), new FormData(), new FormData(), new FormData()];
  forms[1]?.set('file', 'text');
  forms[2]?.set('file', new Blob([]), 'empty.png');
  forms[3]?.set('photo', new Blob([await picture()]), 'photo.png');
  await nothingIsStored(async () => {
    for (const body of forms) {
      const { status, fields } = await ada.error(kit.upload, { body });
      assert.deepEqual([status, fields], [400, { file: fieldMessages.fileRequired }]);
    }
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const { status } = await ada.error(kit.upload, { body: 'no form at all', headers });
    assert.equal(status, 400);
  });
});

test('a photo of 10 MB is accepted, one byte more gets 413', async () => {
  const jpeg = await picture('jpeg');
  // Pads the picture with a comment, which decoders skip.
  const padded = (size: number) => {
    const comments: Buffer[] = [];
    for (let rest = size - jpeg.length; rest > 0; ) {
      const length = rest > 65_537 + 4 ? 65_537 : rest;
      const comment = Buffer.alloc(length, 'x');
      comment.writeUInt16BE(0xfffe, 0);
      comment.writeUInt16BE(length - 2, 2);
      comments.push(comment);
      rest -= length;
    }
    return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
  };
  const largest = padded(PHOTO_MAX_BYTES);
  assert.equal(largest.length, PHOTO_MAX_BYTES);
  for (const body of [asUpload(largest), asForm(largest)]) {
    const { filePath } = await ada.call(kit.upload, { body });
    const stored = await ada.call(kit.readFile, { params: { path: filePath } });
    assert.ok(stored.length < 10_000);
  }
  await nothingIsStored(async () => {
    const tooLarge = padded(PHOTO_MAX_BYTES + 1);
    for (const body of [asUpload(tooLarge), asForm(tooLarge)]) {
      const { status, error } = await ada.error(kit.upload, { body });
      assert.deepEqual([status, error], [413, apiMessages.photoTooLarge]);
    }
  });
});

test('50 megapixels are accepted and one row more gets 413, counting all frames of an animation', async () => {
  await ada.call(kit.upload, { body: asUpload(blackPng(10_000, 5000)) });
  await nothingIsStored(async () => {
    const rowMore = await ada.error(kit.upload, { body: asUpload(blackPng(10_000, 5001)) });
    assert.deepEqual([rowMore.status, rowMore.error], [413, apiMessages.photoDimensionsTooLarge]);
    const frames = asUpload(sparseGif(5000, 5000, 3));
    assert.equal((await ada.error(kit.upload, { body: frames })).status, 413);
  });
});

test('an animation of 1,000 frames is accepted, and one with more gets 413 without being decoded', async () => {
  for (const make of [(frames: number) => sparseGif(1, 1, frames), sparseWebp]) {
    await ada.call(kit.upload, { body: asUpload(await make(PHOTO_MAX_FRAMES)) });
    await nothingIsStored(async () => {
      for (const frames of [PHOTO_MAX_FRAMES + 1, 100_000]) {
        const body = asUpload(await make(frames));
        const { status, error } = await ada.error(kit.upload, { body });
        assert.deepEqual([status, error], [413, apiMessages.photoFramesTooMany]);
      }
    });
  }
});

test('an upload that is neither JSON nor a form gets 415', async () => {
  for (const type of ['image/png', 'text/plain', 'application/octet-stream', 'multipart/mixed']) {
    const { status, error } = await ada.error(kit.upload, {
      body: await picture(),
      headers: { 'Content-Type': type },
    });
    assert.deepEqual([status, error], [415, apiMessages.uploadType]);
  }
});

async function nothingIsStored(work: () => Promise<void>) {
  const before = [await server.everyRow('files'), await server.storedFiles()];
  await work();
  assert.deepEqual([await server.everyRow('files'), await server.storedFiles()], before);
}
