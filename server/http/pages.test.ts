import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestServer } from '#server/testing/harness.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';

const server = await startTestServer();
after(server.stop);

test('pages are served without .html, and an unknown path gets the 404 page', async () => {
  assert.match((await get('/')).text, /Home/);
  assert.match((await get('/login')).text, /Sign in/);
  for (const path of [
    '/nothing',
    '/login/deeper',
    '/items/nothing.html',
    '/assets/nothing.js',
    '/apix',
    '/%',
    '/%E0%A4%A',
    '/\\x',
    '/%6cogin',
    '/index',
    '/index.html',
    '/login.html',
    '/404',
    '/404.html',
    `/${'x'.repeat(5000)}`,
  ]) {
    const { status, headers, text } = await get(path);
    assert.equal(status, 404, path);
    assert.match(headers['content-type'] as string, /^text\/html/);
    assert.match(text, /Nothing here/);
  }
  const head = await sendRawRequest(server.port, '/nothing', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [404, '']);
});

test('hidden files, sources, the database and server source maps get 404', async () => {
  const paths = [
    '/.env',
    '/.git/HEAD',
    '/../.env',
    '/..%2f.env',
    '/%2e%2e/data/app.db',
    '/../data/app.db',
    '/data/app.db',
    '/server/main.ts',
    '/server/main.js.map',
    '/package.json',
    '/../../package.json',
    '/assets/../../data/app.db',
    '/.%65nv',
  ];
  for (const path of paths) {
    const { status, text } = await get(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /SECRET|SQLite|import /);
  }
});

test('no request reads files outside the site or redirects to another site', async () => {
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

test('every page forbids frames, sniffing, scripts of other sites and referrers', async () => {
  for (const path of ['/', '/login', '/nothing']) {
    const { headers } = await get(path);
    const policy = headers['content-security-policy'] as string;
    assert.match(policy, /default-src 'self'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      assert.match(policy, new RegExp(`; ${directive} 'none'(;|$)`));
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('assets are cached for a year, pages are revalidated each time', async () => {
  assert.match(
    (await get('/assets/main-abc123.js')).headers['cache-control'] as string,
    /immutable/,
  );
  const page = await get('/');
  assert.equal(page.headers['cache-control'], 'no-cache');
  const again = await sendRawRequest(server.port, '/', {
    headers: { 'If-None-Match': page.headers.etag as string },
  });
  assert.equal(again.status, 304);
});

test('pages and files support only GET and HEAD; other methods get 405 with Allow', async () => {
  for (const path of ['/', '/login', '/assets/main-abc123.js', '/nothing'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers, text } = await sendRawRequest(server.port, path, { method });
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${path}`);
      assert.doesNotMatch(text, /<title>/);
    }
});

test('a form that a browser submits without the page’s script leads back to the page', async () => {
  const submit = (path: string) =>
    sendRawRequest(server.port, path, {
      method: 'POST',
      headers: { 'Sec-Fetch-Mode': 'navigate' },
    });
  const { status, headers, text } = await submit('/login?mode=forgot');
  assert.deepEqual([status, headers.location], [303, '/login?mode=forgot']);
  assert.equal(text, '');
  assert.equal((await submit('/nothing')).status, 405);
});

test('HEAD has the headers of GET and no body', async () => {
  for (const path of ['/', '/login', '/assets/main-abc123.js', '/nothing']) {
    const page = await get(path);
    const head = await sendRawRequest(server.port, path, { method: 'HEAD' });
    assert.equal(head.text, '');
    assert.deepEqual(withoutDate(head), withoutDate(page));
  }
});

test('a page is sent in the best encoding that the client accepts', async () => {
  const plain = (await get('/')).text;
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0', undefined],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['abbrev, x-gzipped', undefined],
    ['', undefined],
  ] as const) {
    const { headers, bytes } = await encodedPage(accepted);
    assert.equal(headers.get('content-encoding') ?? undefined, encoding, accepted);
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    assert.equal(Number(headers.get('content-length')), bytes.length);
    assert.equal(decoded(bytes, encoding), plain);
  }
});

test('a matching ETag, also in a list, gets 304', async () => {
  const { headers } = await get('/login');
  const etag = headers.etag as string;
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await sendRawRequest(server.port, '/login', {
      headers: { 'If-None-Match': known },
    });
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag], known);
    assert.equal(again.headers['cache-control'], 'no-cache');
  }
  const other = { 'If-None-Match': '"other"' };
  assert.equal((await sendRawRequest(server.port, '/login', { headers: other })).status, 200);
});

/** Requests a page without fetch, which would decode it. */
async function encodedPage(accepted: string) {
  const outgoing = request({
    port: server.port,
    host: '127.0.0.1',
    headers: { 'Accept-Encoding': accepted },
  });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return { headers: new Headers(response.headers), bytes: await buffer(response) };
}

function decoded(bytes: Buffer, encoding: 'br' | 'gzip' | undefined) {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

function withoutDate({ status, headers }: Awaited<ReturnType<typeof get>>) {
  return { status, ...headers, date: undefined };
}

const get = (path: string) => sendRawRequest(server.port, path);
