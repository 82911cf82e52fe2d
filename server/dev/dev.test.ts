import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { endpoints } from '#shared/endpoints.ts';

const demo = await startTestServer();
const production = await startProductionServer();
after(demo.stop);
after(production.stop);

test('in demo mode the API is readable at /api/docs, with every call', async () => {
  const response = await fetch(`${demo.url}/api/docs`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const page = await response.text();
  for (const { path, summary } of Object.values(endpoints))
    assert.ok(page.includes(path) && page.includes(summary), path);
});

test('in production neither /dev nor /api/docs exists', async () => {
  await production.register();
  for (const path of ['/dev/mailbox', '/dev/mailbox/1', '/dev/', '/dev']) {
    const response = await fetch(production.url + path, {
      headers: { Accept: 'application/json' },
    });
    assert.equal(response.status, 404);
    assert.doesNotMatch(await response.text(), /access_token|letters/);
  }
  const docs = await fetch(`${production.url}/api/docs`);
  assert.deepEqual(
    [docs.status, await docs.json()],
    [404, { success: false, error: 'Not found.' }],
  );
});

test('in production the API still describes itself', async () => {
  await production.call('openapi');
});
