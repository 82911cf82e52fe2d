import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { defineGlobals } from '#client/testing/fake-browser.ts';
import { dismissToast, toastStore } from '#client/toasts/toast.ts';
import { preparePhoto, removedPhoto, unchangedPhoto } from './prepare-photo.ts';

mock.timers.enable({ apis: ['setTimeout'] });
beforeEach(dismissToast);

const fileOf = (bytes: number, type: string) => new Blob([new Uint8Array(bytes)], { type });

/** A fake of the browser's decoder and encoder: pictures have this size, and every JPEG is `encoded`. */
function fakePictures(width: number, height: number) {
  const encoded = fileOf(1, 'image/jpeg');
  const canvas = {
    width: 0,
    height: 0,
    quality: 0,
    getContext: () => ({ fillRect() {}, drawImage() {} }),
    toBlob(done: (blob: Blob) => void, _type: string, quality: number) {
      canvas.quality = quality;
      done(encoded);
    },
  };
  defineGlobals({
    createImageBitmap: async () => ({ width, height, close() {} }),
    document: { createElement: () => canvas },
  });
  return { encoded, canvas };
}

const photo = (blob: Blob) => ({ kind: 'photo' as const, blob, format: 'jpeg' });

test('a photo that the server accepts stays unchanged', async () => {
  fakePictures(2048, 1024);
  for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif']) {
    const blob = fileOf(10, `image/${type}`);
    assert.equal(await preparePhoto(photo(blob), 'takePhoto'), blob);
  }
});

test('a photo over 2048 px is scaled down, with the quality of its source', async () => {
  for (const [source, quality] of [
    ['takePhoto', 0.8],
    ['chooseFromGallery', 0.7],
  ] as const) {
    const { encoded, canvas } = fakePictures(4096, 1000);
    assert.equal(await preparePhoto(photo(fileOf(10, 'image/jpeg')), source), encoded);
    assert.deepEqual([canvas.width, canvas.height, canvas.quality], [2048, 500, quality]);
  }
});

test('a photo of another format or over 10 MB becomes a JPEG of the same size', async () => {
  for (const blob of [fileOf(10, 'image/heic'), fileOf(10 * 1024 * 1024 + 1, 'image/png')]) {
    const { encoded, canvas } = fakePictures(40, 30);
    assert.equal(await preparePhoto(photo(blob), 'takePhoto'), encoded);
    assert.deepEqual([canvas.width, canvas.height], [40, 30]);
  }
});

test('a picture that is very long and narrow keeps at least one pixel of each edge', async () => {
  const { canvas } = fakePictures(16_384, 1);
  await preparePhoto(photo(fileOf(10, 'image/png')), 'takePhoto');
  assert.deepEqual([canvas.width, canvas.height], [2048, 1]);
});

test('a file that is not a picture and a failure show the toast of their source', async () => {
  defineGlobals({ createImageBitmap: () => Promise.reject(new Error('No picture')) });
  for (const result of [photo(fileOf(10, 'image/jpeg')), { kind: 'failed' as const }]) {
    assert.equal(await preparePhoto(result, 'takePhoto'), undefined);
    assert.equal(toastStore.get()?.title, 'Camera error');
    assert.equal(await preparePhoto(result, 'chooseFromGallery'), undefined);
    assert.equal(toastStore.get()?.title, 'Selection error');
  }
});

test('a missing permission is named, with the setting to change', async () => {
  await preparePhoto({ kind: 'denied', remedy: 'Please allow Camera.' }, 'takePhoto');
  assert.equal(toastStore.get()?.title, 'Camera permissions required');
  assert.equal(toastStore.get()?.message, 'Please allow Camera.');
});

test('cancelling shows nothing', async () => {
  assert.equal(await preparePhoto({ kind: 'cancelled' }, 'takePhoto'), undefined);
  assert.equal(toastStore.get(), undefined);
});

test('only a photo that is on the server has to be removed there', () => {
  assert.deepEqual(unchangedPhoto('a'), { kind: 'existing', path: 'a' });
  assert.deepEqual(unchangedPhoto(null), { kind: 'none' });
  assert.deepEqual(removedPhoto('a'), { kind: 'removed' });
  assert.deepEqual(removedPhoto(undefined), { kind: 'none' });
});
