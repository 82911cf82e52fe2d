import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { photoPath } from './format.ts';
import { writeArchive } from './write-archive.ts';

const NAME = 'photo.webp';
const BYTES = Buffer.alloc(512, 'x');

const folder = await mkdtemp(join(tmpdir(), 'archive-'));
after(() => rm(folder, { recursive: true }));

test('a photo is the same part of every backup, so that a store of copies keeps it once', async (t) => {
  const today = await entryOfPhoto();
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2050-01-01') });
  assert.deepEqual(await entryOfPhoto(), today);
});

/** Writes an archive with a photo. Returns the header and content of the photo in it. */
async function entryOfPhoto() {
  const file = join(folder, 'backup.tgz');
  await writeArchive(file, async (archive) => {
    await archive.addPhoto(NAME, BYTES);
    return {};
  });
  const tar = gunzipSync(await readFile(file));
  const start = tar.indexOf(photoPath(NAME));
  return tar.subarray(start, start + 512 + BYTES.length);
}
