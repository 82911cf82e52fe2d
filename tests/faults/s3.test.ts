import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { asForm, picture } from '#server/testing/pictures.ts';
import { lacksPrograms } from '#tests/support/find-program.ts';
import { countOutcome, describeOutcomes, type Outcomes } from '#tests/support/outcomes.ts';
import { s3Settings, startS3 } from '#tests/support/test-s3.ts';
import { signIn } from './accounts.ts';
import { S3_FAULTS, type S3Fault, startFaultyS3Proxy } from './faulty-s3-proxy.ts';
import { checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';

const PHOTOS = 5;
const REQUEST_LIMIT_MS = 60_000;

/** The responses to a download, a smaller copy that is not stored yet, and an upload during each fault. */
const EXPECTED: Record<S3Fault, { download: number; copy: number; upload: number }> = {
  hangs: { download: 503, copy: 503, upload: 503 },
  'is slow': { download: 200, copy: 200, upload: 201 },
  fails: { download: 503, copy: 503, upload: 503 },
  truncates: { download: 503, copy: 503, upload: 201 },
  'flips a byte of downloads': { download: 503, copy: 503, upload: 201 },
  'flips a byte of uploads': { download: 200, copy: 503, upload: 503 },
  'loses files': { download: 404, copy: 404, upload: 201 },
};

test('a faulty S3 store leads to clear responses and never to wrong photos, and no photo is lost', {
  skip: lacksPrograms('radosgw'),
}, async (t) => {
  const store = await startS3();
  t.after(store.stop);
  const proxy = await startFaultyS3Proxy(store.endpoint);
  t.after(proxy.close);
  const server = await startRestartableServer(t, s3Settings(proxy.url));
  const token = await signIn(server.url);
  const photos: string[] = [];
  // All uploads are the same picture, and what the server stores for it is always the same.
  assert.equal((await upload()).status, 201);
  const { hash } = await get(photoUrl(photos[0]));

  for (const [fault, description] of Object.entries(S3_FAULTS) as [S3Fault, string][])
    await t.test(description, async (t) => {
      const outcomes: Outcomes = new Map();
      for (let uploads = 0; uploads < PHOTOS; uploads++) await upload();
      const latest = photoUrl(photos.at(-1));

      proxy.fail(fault);
      const [download, copy, uploaded, list] = await Promise.all([
        get(latest),
        get(`${latest}?w=320`),
        upload(),
        get('/api/items'),
      ]);
      proxy.recover();
      for (const status of [download.status, copy.status, uploaded.status, list.status])
        countOutcome(outcomes, status);
      let missing = 0;
      for (const photo of photos) if ((await get(photoUrl(photo))).hash !== hash) missing++;
      report(t, {
        fault: description,
        engine: 'SQLite',
        integrity: checkSqlite(server.dataDir),
        acknowledged: photos.length,
        missing,
        responses: describeOutcomes(outcomes),
      });
      assert.deepEqual(
        { download: download.status, copy: copy.status, upload: uploaded.status },
        EXPECTED[fault],
      );
      assert.equal(list.status, 200);
    });

  async function upload() {
    const response = await send('POST', '/api/upload', asForm(await picture('jpeg', 640, 480)));
    const { filePath } = (await response.json()) as { filePath?: string };
    if (filePath) photos.push(filePath);
    return response;
  }

  async function get(path: string) {
    const response = await send('GET', path);
    const hash = createHash('sha256')
      .update(await response.bytes())
      .digest('hex');
    return { status: response.status, hash };
  }

  function send(method: string, path: string, body?: FormData) {
    return fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      body: body ?? null,
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
  }
});

const photoUrl = (path: string | undefined) => `/api/file/files/${path}`;
