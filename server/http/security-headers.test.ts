import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newPerson, startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';

const APP_LINKS = {
  ANDROID_CERT_SHA256: Array(32).fill('AB').join(':'),
  APPLE_TEAM_ID: 'ABCDE12345',
};
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const server = await startTestServer({ env: { PUBLIC_URL: 'https://localhost', ...APP_LINKS } });
const withoutTls = await startTestServer();
after(server.stop);
after(withoutTls.stop);

const ada = await server.signUp();
const responses = await everyKindOfResponse();

test('every response of a site with an https address has HSTS for a year, other sites have none', async () => {
  for (const { request, headers } of responses) {
    const [, seconds] = /^max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? [];
    assert.ok(Number(seconds) >= YEAR_SECONDS, request);
  }
  for (const path of ['/', '/api/health']) {
    const { headers } = await sendRawRequest(withoutTls.port, path);
    assert.equal(headers['strict-transport-security'], undefined);
  }
});

test('every response forbids sniffing and frames', () => {
  for (const { request, headers } of responses) {
    assert.equal(headers['x-content-type-options'], 'nosniff', request);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, request);
  }
});

test('pages run scripts of this site only, and data may load nothing', () => {
  for (const { request, headers } of responses)
    assert.match(
      String(headers['content-security-policy']),
      /; script-src 'self';|^default-src 'none';/,
      request,
    );
});

test('every response of text names its character set', () => {
  for (const { request, headers } of responses) {
    const type = String(headers['content-type'] ?? '');
    if (/^text\/|xml/.test(type)) assert.match(type, /; charset=utf-8$/, request);
  }
  const types = responses.map(({ headers }) => String(headers['content-type']).split(';')[0]);
  for (const type of ['text/html', 'text/plain', 'text/javascript', 'text/event-stream'])
    assert.ok(types.includes(type), type);
});

test('no response sets a cookie, and a token in a cookie is ignored', async () => {
  for (const { request, headers } of responses)
    assert.equal(headers['set-cookie'], undefined, request);
  const Cookie = `app_token=${ada.token}; token=${ada.token}; Authorization=Bearer ${ada.token}`;
  assert.equal((await ada.request(kit.me, { token: '', headers: { Cookie } })).status, 401);
});

/** Requests pages and files, their errors, the API, its errors, a photo, a stream and the files for native apps. */
async function everyKindOfResponse() {
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { etag } = (await sendRawRequest(server.port, '/')).headers;
  const Authorization = `Bearer ${ada.token}`;
  const json = { 'Content-Type': 'application/json' };
  const requests: [string, string, Parameters<typeof sendRawRequest>[2]?][] = [
    ['a page', '/'],
    ['an unchanged page', '/', { headers: { 'If-None-Match': String(etag) } }],
    ['a script', '/assets/main-abc123.js'],
    ['an unknown page', '/nothing'],
    ['a page by POST', '/login', { method: 'POST' }],
    ['a path that is not normal', '/api/../x'],
    ['the API', '/api/health'],
    ['the description of the API', '/api/openapi.json'],
    ['an unknown endpoint', '/api/nothing'],
    ['a method of no endpoint', '/api/health', { method: 'DELETE' }],
    ['a preflight', '/api/health', { method: 'OPTIONS', headers: { Origin: 'https://localhost' } }],
    ['sign-in', '/api/auth/login', { method: 'POST', headers: json, body: JSON.stringify(ada) }],
    [
      'sign-up',
      '/api/auth/register',
      { method: 'POST', headers: json, body: JSON.stringify(newPerson()) },
    ],
    ['no session', '/api/auth/me'],
    ['a photo', `/api/file/files/${filePath}`, { headers: { Authorization } }],
    ['the file for Android', '/.well-known/assetlinks.json'],
    ['the file for iOS', '/.well-known/apple-app-site-association'],
    ['an unknown file', '/.well-known/nothing'],
  ];
  const received = [];
  for (const [request, path, options] of requests)
    received.push({ request, ...(await sendRawRequest(server.port, path, options)) });
  const stream = await ada.request(kit.changesStream);
  await stream.body?.cancel();
  return [...received, { request: 'a stream', headers: Object.fromEntries(stream.headers) }];
}
