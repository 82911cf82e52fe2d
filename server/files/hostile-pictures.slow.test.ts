import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { HttpError } from '#server/errors/errors.ts';
import { startTestServer } from '#server/testing/harness.ts';
import {
  asUpload,
  blackPng,
  PNG_COLORS,
  picture,
  pngChunk,
  slowPicture,
  sparseGif,
} from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createPictures } from './pictures.ts';

const server = await startTestServer();
after(server.stop);

test('a small file with a huge picture is rejected by its header with 413, and nothing is stored', async () => {
  const hostile = {
    '49,000,000 × 1': blackPng(49_000_000, 1),
    '1 × 49,000,000': blackPng(1, 49_000_000),
    'one pixel over the longest edge': blackPng(16_385, 1),
    '49,000,000 × 1, grey with alpha': blackPng(49_000_000, 1, PNG_COLORS.greyWithAlpha),
    '49 megapixels with 16 bits in four channels': blackPng(7000, 7000, PNG_COLORS.rgba16),
    '20,000 × 20,000': blackPng(20_000, 20_000),
    'an animation that is larger in all its frames': sparseGif(5000, 5000, 3),
  };
  // After creating the pictures: that blocks this process, and the server would close idle connections.
  const ada = await server.signUp();
  for (const [what, bytes] of Object.entries(hostile)) {
    assert.ok(bytes.length < 400_000, what);
    const { status, error } = await ada.error(kit.upload, { body: asUpload(bytes) });
    assert.deepEqual([status, error], [413, apiMessages.photoDimensionsTooLarge], what);
  }
  assert.deepEqual(await server.storedFiles(), []);
});

test('the longest edge and 16 bits per channel are accepted if the decoded size is small enough', async () => {
  const ada = await server.signUp();
  for (const bytes of [blackPng(16_384, 2), blackPng(40, 30, PNG_COLORS.rgba16)])
    await ada.call(kit.upload, { body: asUpload(bytes) });
});

test('a small PNG with texts that inflate to a gigabyte is accepted without inflating them', async (t) => {
  const pictures = createPictures();
  t.after(pictures.stop);
  const others = pictureProcesses().map(({ pid }) => pid);
  const text = deflateSync(Buffer.alloc(7_900_000, 'A'), { level: 9 });
  const texts = Array.from({ length: 130 }, (_, number) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`k${number}\0\0`, 'latin1'), text])),
  );
  const hostile = blackPng(10, 10, PNG_COLORS.oneBit, texts);
  assert.ok(hostile.length < 2e6);
  const { contentType } = await pictures.normalise('ada', hostile);
  assert.equal(contentType, 'image/png');
  const [own] = pictureProcesses().filter(({ pid }) => !others.includes(pid));
  if (process.platform === 'linux') assert.ok(peakBytes(own?.pid as number) < 500e6);
});

test('a picture that takes too long gets 413, its process is ended, and the next picture gets a new one', async () => {
  const before = pictureProcesses();
  const pictures = createPictures({ timeLimitMs: 1000 });
  await assert.rejects(
    pictures.normalise('ada', slowPicture()),
    (error) => error instanceof HttpError && error.message === apiMessages.photoTakesTooLong,
  );
  assert.deepEqual(pictureProcesses(), before);
  const { contentType } = await pictures.normalise('ada', await picture('jpeg'));
  assert.equal(contentType, 'image/jpeg');
  assert.equal(pictureProcesses().length, before.length + 1);
  await pictures.stop();
  assert.deepEqual(pictureProcesses(), before);
});

test('a crash of a picture process causes one 503, and the next picture gets a new process', async (t) => {
  const pictures = createPictures();
  t.after(pictures.stop);
  const others = pictureProcesses().map(({ pid }) => pid);
  await pictures.normalise('ada', await picture('jpeg'));
  const [own] = pictureProcesses().filter(({ pid }) => !others.includes(pid));
  const normalised = pictures.normalise('ada', slowPicture());
  await nextTurn();
  process.kill(own?.pid as number, 'SIGKILL');
  await assert.rejects(normalised, (error) => {
    assert.ok(error instanceof HttpError);
    assert.equal(error.status, 503);
    assert.match(String(error.cause), /SIGKILL/);
    return true;
  });
  await pictures.normalise('ada', await picture('jpeg'));
});

test('stopping the server ends its picture processes', async () => {
  const before = pictureProcesses();
  const other = await startTestServer();
  const ada = await other.signUp();
  await ada.call(kit.upload, { body: asUpload(await picture('jpeg')) });
  assert.equal(pictureProcesses().length, before.length + 1);
  await other.stop();
  await waitFor('they are gone', () => pictureProcesses().length === before.length);
});

/** Returns the child processes that decode pictures. */
function pictureProcesses() {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    const isOurs = Number(parent) === process.pid && command.join(' ').includes('picture-worker');
    return isOurs ? [{ pid: Number(pid) }] : [];
  });
}

/** Returns the peak memory of a process. Linux only. */
function peakBytes(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
