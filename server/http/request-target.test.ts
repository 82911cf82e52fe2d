import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { sendRawBytes, sendRawRequest } from '#server/testing/raw-http.ts';
import { isNormalPath } from './request-target.ts';

const server = await startTestServer({
  env: { APPLE_TEAM_ID: 'ABCDE12345' },
});
after(server.stop);
const ada = await server.signUp();

test('no other spelling of a path reaches an endpoint', async () => {
  const targets = [
    '/.well-known/../api/auth/me',
    '/.well-known/%2e%2e/api/auth/me',
    '/.well-known/%2E./api/auth/me',
    '/dev/../api/auth/me',
    '/dev/./../api/auth/me',
    '//api/auth/me',
    '/api//auth/me',
    '/api/./auth/me',
    '/api/x/../auth/me',
    '/api/%61uth/me',
    '/%61pi/auth/me',
    '/api/auth%2fme',
    '/api\\auth\\me',
    '/.well-known\\..\\api/auth/me',
    '/api/auth/me#x',
    `http://127.0.0.1:${server.port}/api/auth/me`,
    'http://evil.example/api/auth/me',
    'api/auth/me',
    '*',
  ];
  for (const target of targets) {
    const response = await sendRawBytes(
      server.port,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(response, /^HTTP\/1\.1 40[04] /, target);
    assert.ok(!response.includes(ada.email), target);
  }
});

test('under /api the error is JSON, elsewhere it is the 404 page', async () => {
  const api = await sendRawRequest(server.port, '/api/../api/items');
  assert.deepEqual(JSON.parse(api.text), { success: false, error: 'Not found.' });
  const page = await sendRawRequest(server.port, '/.well-known/../api/items');
  assert.match(page.text, /Nothing here/);
});

test('necessary percent-encoding is accepted', () => {
  for (const path of ['/', '/api/items/%00', '/caf%C3%A9', '/a%20b', '/.well-known/x', '/a.b/..c'])
    assert.ok(isNormalPath(path), path);
});

test('a request with two Host headers, or with none, gets 400', async () => {
  for (const path of ['/', '/api/health', '/dev/mailbox'])
    for (const hosts of ['Host: x\r\nHost: x\r\n', 'Host: x\r\nhOST: evil.example\r\n', ''])
      assert.match(
        await sendRawBytes(
          server.port,
          `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`,
        ),
        /^HTTP\/1\.1 400 /,
        `${path} ${hosts}`,
      );
});

test('an HTTP/1.0 health check, which needs no Host header, gets a response', async () => {
  for (const path of ['/api/health', '/api/ready', '/'])
    assert.match(
      await sendRawBytes(server.port, `GET ${path} HTTP/1.0\r\n\r\n`),
      /^HTTP\/1\.1 200 /,
      path,
    );
});

test('API responses to TRACE and CONNECT contain nothing of the request', async () => {
  for (const method of ['TRACE', 'CONNECT']) {
    const response = await sendRawBytes(
      server.port,
      `${method} /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nConnection: close\r\n\r\n`,
    );
    assert.doesNotMatch(response, /^HTTP\/1\.1 [25]/, method);
    assert.ok(!response.includes(ada.token));
  }
});
