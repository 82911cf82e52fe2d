import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { apiMessages } from '#shared/messages.ts';
import packageJson from '../../package.json' with { type: 'json' };

test('health tells status, version and uptime, also when the database is gone, and ready then gets 503', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const { uptime_s, ...health } = await server.call('health');
  assert.deepEqual(health, { status: 'ok', version: packageJson.version });
  assert.ok(uptime_s >= 0);
  assert.deepEqual(await server.call('ready'), { status: 'ready' });

  await server.query.destroy();
  await server.call('health');
  const { status, error, headers } = await server.refusal('ready');
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
  assert.ok(Number(headers.get('Retry-After')) > 0);
});

test('ready gets 503 when the file store cannot be used', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  await rm(join(server.config.dataDir, 'files'), { recursive: true });
  assert.equal((await server.refusal('ready')).status, 503);
});

test('with an S3 store that does not answer, ready and uploads get 503', async (t) => {
  const server = await startTestServer({
    env: {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  t.after(server.stop);
  assert.equal((await server.refusal('ready')).status, 503);
  const ada = await server.signUp();
  const { status, error } = await ada.refusal('upload', { body: await pictureUpload() });
  assert.deepEqual([status, error], [503, apiMessages.unavailable]);
});
