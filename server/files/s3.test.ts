import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sweepRestorable } from '#server/testing/expire-restorable.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { s3Settings } from '#tests/support/test-s3.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { Blobs } from './blobs.ts';
import { openBlobs } from './open-blobs.ts';

const endpoint = process.env.TEST_S3_ENDPOINT;
const env = s3Settings(endpoint ?? '');

const skip = endpoint ? false : 'needs a real S3 server: npm run test:s3 starts one';

describe('photos in an S3 store', { skip }, () => {
  let server: TestServer;
  let blobs: Blobs;

  before(async () => {
    server = await startTestServer({ env });
    blobs = await openBlobs(server.config);
  });
  after(() => server.stop());

  test('a photo is stored, resized and read, and deleted with its item', async () => {
    const ada = await server.signUp();
    const { filePath } = await ada.call(kit.upload, {
      body: await pictureUpload('jpeg', 800, 600),
    });
    const { item } = await ada.call(testItems.create, {
      body: { text: 'T', photo_path: filePath },
    });
    const resized = await fetch(`${server.url}/api/file/files/${filePath}?w=320`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    assert.equal(resized.headers.get('content-type'), 'image/webp');
    assert.ok(await blobs.get(filePath));
    assert.ok(await blobs.get(`${filePath}@320.webp`), 'the resized copy is stored');

    await ada.call(testItems.remove, { params: { id: item.id } });
    await sweepRestorable(server);
    assert.equal(await blobs.get(filePath), undefined);
    assert.equal(await blobs.get(`${filePath}@320.webp`), undefined);
  });

  test('the server is ready, and the dashboard shows the store', async () => {
    assert.equal((await server.call(kit.ready)).status, 'ready');
    assert.equal(blobs.kind, 's3');
  });
});

describe('an S3 store that is unreachable or returns errors', { skip }, () => {
  for (const [name, wrong, reason] of [
    ['is not reachable', { S3_ENDPOINT: 'http://127.0.0.1:9' }, /bad port|ECONNREFUSED/],
    ['knows another secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /403 SignatureDoesNotMatch/],
    ['has no such bucket', { S3_BUCKET: 'no-such-bucket' }, /no-such-bucket/],
  ] as const)
    test(`one that ${name}: not ready, uploads get 503 and use no quota, the reason is logged`, async () => {
      const { log, lines } = createMemoryLog();
      const server = await startTestServer({ env: { ...env, ...wrong }, log });
      try {
        await waitFor('the start logs it', () => lines.some((line) => reason.test(line)));
        lines.length = 0;
        assert.equal((await fetch(`${server.url}/api/ready`)).status, 503);
        const ada = await server.signUp();
        const failed = await fetch(`${server.url}/api/upload`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(await pictureUpload()),
        });
        assert.equal(failed.status, 503);
        assert.ok(
          lines.some((line) => reason.test(line)),
          'and so does the upload',
        );
        assert.equal((await ada.call(testItems.list)).items.length, 0);
      } finally {
        await server.stop();
      }
    });
});
