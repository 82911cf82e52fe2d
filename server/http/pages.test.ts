import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { rawRequest } from '#server/testing/raw.ts';

const server = await startTestServer();
const secure = await startTestServer({ env: { PUBLIC_URL: 'https://notes.test' } });
after(server.stop);
after(secure.stop);

test('pages are served without their ending, and an unknown path gets 404 with the 404 page', async () => {
  assert.match((await get('/')).text, /Home/);
  assert.match((await get('/login')).text, /Sign in/);
  for (const path of [
    '/nothing',
    '/login/deeper',
    '/notes/nothing.html',
    '/assets/nothing.js',
    '/apix',
    '/%',
    '/%E0%A4%A',
    '/\\x',
    `/${'x'.repeat(5000)}`,
  ]) {
    const { status, headers, text } = await get(path);
    assert.equal(status, 404, path);
    assert.match(headers['content-type'] as string, /^text\/html/);
    assert.match(text, /Nothing here/);
  }
  const head = await rawRequest(server.port, '/nothing', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [404, '']);
});

test('hidden files, sources, the database and server source maps are 404', async () => {
  const paths = [
    '/.env',
    '/.git/HEAD',
    '/../.env',
    '/..%2f.env',
    '/%2e%2e/data/trifold.db',
    '/../data/trifold.db',
    '/data/trifold.db',
    '/server/main.ts',
    '/server/main.js.map',
    '/package.json',
    '/../../package.json',
    '/assets/../../data/trifold.db',
    '/.%65nv',
  ];
  for (const path of paths) {
    const { status, text } = await get(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /SECRET|SQLite|import /);
  }
});

test('no request leads off the site', async () => {
  const paths = [
    '//evil.example',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/login?next=https://evil.example',
    '/https://evil.example',
    '/%2f%2fevil.example',
    '//evil.example/login',
    '/login//evil.example',
  ];
  for (const path of paths) {
    const { status, headers } = await get(path);
    assert.ok(status === 200 || status === 404, `${path}: ${status}`);
    assert.equal(headers.location, undefined);
  }
});

test('every page forbids frames, sniffing, foreign scripts and referrers', async () => {
  for (const path of ['/', '/login', '/nothing']) {
    const { headers } = await get(path);
    const policy = headers['content-security-policy'] as string;
    assert.match(policy, /default-src 'self'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('only a site that is public by https asks browsers for https', async () => {
  assert.equal((await get('/')).headers['strict-transport-security'], undefined);
  const { headers } = await rawRequest(secure.port, '/');
  assert.match(headers['strict-transport-security'] as string, /max-age=\d+/);
});

test('assets are kept for a year, pages are asked for each time', async () => {
  assert.match(
    (await get('/assets/main-abc123.js')).headers['cache-control'] as string,
    /immutable/,
  );
  const page = await get('/');
  assert.equal(page.headers['cache-control'], 'no-cache');
  const again = await rawRequest(server.port, '/', {
    headers: { 'If-None-Match': page.headers.etag as string },
  });
  assert.equal(again.status, 304);
});

const get = (path: string) => rawRequest(server.port, path);
