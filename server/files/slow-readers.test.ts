import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import { asUpload, noisePng } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const READERS = 20;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const bytes = await noisePng(1600, 1200);
const { filePath: path } = await ada.call(kit.upload, { body: asUpload(bytes) });

test('a large photo arrives complete, and HEAD gets its size only', async () => {
  const url = `${server.url}/api/file/files/${path}`;
  const headers = { Authorization: `Bearer ${ada.token}` };
  const response = await fetch(url, { headers });
  const { data } = await sharp(await response.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual(data, await sharp(bytes).raw().toBuffer());
  const head = await fetch(url, { method: 'HEAD', headers });
  assert.equal(head.headers.get('content-length'), response.headers.get('content-length'));
  assert.equal((await head.bytes()).length, 0);
});

test('clients that do not read a large photo do not keep it in memory', async () => {
  const before = await heldBytes();
  const sockets = await Promise.all(Array.from({ length: READERS }, requestWithoutReading));
  const grown = (await heldBytes()) - before;
  for (const socket of sockets) socket.destroy();
  assert.ok(grown < (READERS * bytes.length) / 4, `${grown} bytes for ${READERS} clients`);
});

/** Returns the size of all buffers in use, without the ones already sent. */
async function heldBytes() {
  collectGarbage();
  await setImmediate();
  // The first collection only finds buffers that the second one frees.
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Requests the photo. Resolves when the response has begun. */
async function requestWithoutReading() {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(
    `GET /api/file/files/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}
