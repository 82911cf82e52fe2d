import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';

// A fake store with faults that a real one cannot produce on demand. s3.test.ts uses a real one.

test('a photo that the store sends incompletely gets 503, and the reason is logged', async (t) => {
  const { server, lines } = await startWithFakeStore(t, (request, response) => {
    if (request.method === 'GET' && !request.url?.includes('list-type'))
      response.writeHead(200, { 'Content-Length': 1000 }).write('only the beginning', () => {
        response.destroy();
      });
    else response.end();
  });
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { status, error } = await ada.error(kit.readFile, { params: { path: filePath } });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.ok(lines.some((line) => /terminated/.test(line)));
});

test('a photo that the store returns with other bytes gets 503, and the reason is logged', async (t) => {
  let stored: IncomingMessage['headers'] = {};
  const { server, lines } = await startWithFakeStore(t, (request, response) => {
    if (request.method === 'PUT') {
      stored = request.headers;
      return response.end();
    }
    for (const [name, value = ''] of Object.entries(stored))
      if (name.startsWith('x-amz-meta-')) response.setHeader(name, value);
    response.end('other bytes');
  });
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { status, error } = await ada.error(kit.readFile, { params: { path: filePath } });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.ok(lines.some((line) => /other bytes than were stored/.test(line)));
  assert.match(String(stored['x-amz-content-sha256']), /^[0-9a-f]{64}$/, 'the store can check too');
});

test('an error of the store is logged at the start and with each 503, with status and code', async (t) => {
  const { server, lines } = await startWithFakeStore(t, (_, response) =>
    response
      .writeHead(403)
      .end('<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code></Error>'),
  );
  const reasons = () => lines.filter((line) => /403 InvalidAccessKeyId/.test(line)).length;
  await waitFor('the start logs it', () => reasons() === 1);
  const ada = await server.signUp();
  const { status, error } = await ada.error(kit.upload, { body: await pictureUpload() });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.ok(reasons() > 1);
});

test('an upload that could not be stored does not count towards the user’s limit', async (t) => {
  const { server } = await startWithFakeStore(t, (_, response) => response.writeHead(403).end());
  const ada = await server.signUp();
  await ada.error(kit.upload, { body: await pictureUpload() });
  const files = await server.everyRow('files');
  assert.ok(files.every(({ removed_at }) => removed_at));
});

async function startWithFakeStore(
  t: TestContext,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const store = createServer((request, response) => {
    request.resume().on('end', () => handle(request, response));
  });
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const { log, lines } = createMemoryLog();
  const server = await startTestServer({
    log,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  t.after(async () => {
    await server.stop();
    store.close();
    store.closeAllConnections();
  });
  return { server, lines };
}
