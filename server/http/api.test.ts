import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Guards } from '#server/auth/guard.ts';
import { readConfig } from '#server/config.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { sendRawBytes, sendRawRequest } from '#server/testing/raw-http.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { endpointsOf } from '#shared/items.ts';
import { apiMessages } from '#shared/messages.ts';
import { createApi } from './api.ts';
import { createRouter } from './router.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('an unknown path under /api gets 404 as JSON', async () => {
  const paths = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/items/a/b',
    '/api/index.html',
    '/api/../index.html',
    '/api//items',
    '/api/auth',
    '/api?x=1',
    '/api/%',
    '/api/file/other/x',
  ];
  for (const path of paths)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers, text } = await sendRawRequest(server.port, path, { method });
      assert.deepEqual([status, headers['content-type']], [404, 'application/json'], path);
      assert.deepEqual(JSON.parse(text), { success: false, error: 'Not found.' });
    }
});

test('a method that a path does not support gets 405 with Allow', async () => {
  const allowed = new Map<string, string[]>();
  for (const { path, method } of [...Object.values(kit), ...Object.values(endpointsOf(testItems))])
    allowed.set(path, [...(allowed.get(path) ?? []), method]);
  for (const [path, methods] of allowed)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      if (methods.includes(method)) continue;
      const response = await sendRawRequest(server.port, path.replace(/:\w+/, 'x'), { method });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.allow, methods.join(', '));
      assert.deepEqual(JSON.parse(response.text), {
        success: false,
        error: apiMessages.methodNotAllowed,
      });
    }
});

test('HEAD responds like GET, without a body', async () => {
  const response = await sendRawRequest(server.port, '/api/health', { method: 'HEAD' });
  assert.deepEqual([response.status, response.text], [200, '']);
  assert.equal((await sendRawRequest(server.port, '/api/items', { method: 'HEAD' })).status, 401);
});

test('responses are not cached, not sniffed, and have a unique request id', async () => {
  const ids = new Set<string | null>();
  for (const outcome of [
    await ada.send(kit.me),
    await server.send(kit.me),
    await ada.send(kit.me),
  ]) {
    assert.equal(outcome.headers.get('cache-control'), 'no-store');
    assert.equal(outcome.headers.get('x-content-type-options'), 'nosniff');
    ids.add(outcome.headers.get('x-request-id'));
  }
  assert.equal(ids.size, 3);
});

test('a foreign Origin, with credentials, gets no Access-Control-Allow-Origin', async () => {
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const { headers } = await sendRawRequest(server.port, '/api/items', {
        method,
        headers: {
          Origin: origin,
          Cookie: 'a=b',
          Authorization: `Bearer ${ada.token}`,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        },
      });
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
});

test('NUL in a path parameter gets 404, even if the feature does not check it', async () => {
  for (const id of ['\u0000', `${crypto.randomUUID()}\u0000`])
    for (const [endpoint, body] of [
      [testItems.update, { text: 'x' }],
      [testItems.remove, undefined],
    ] as const)
      assert.equal((await ada.error(endpoint, { params: { id }, body })).status, 404);
});

test('malformed requests get 400 and do not end the process', async () => {
  const targets = ['/api/items\\x', '/api/\\..\\..\\etc'];
  for (const target of targets) {
    const response = await sendRawBytes(
      server.port,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    assert.match(response, /^HTTP\/1\.1 40[04] .*"success":false/s);
  }
  for (const host of ['a b', 'x:y:z', 'evil.example/path', '[::1', '@'])
    assert.match(
      await sendRawBytes(
        server.port,
        `GET /api/items HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      ),
      /^HTTP\/1\.1 40[01] /,
    );
  const broken = [
    'nonsense\r\n\r\n',
    'GET /api/items HTTP/1.1\r\n\r\n',
    'GET /api/items HTTP/9.9\r\nHost: x\r\n\r\n',
    'POST /api/items HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ];
  for (const bytes of broken)
    assert.match(await sendRawBytes(server.port, bytes), /^HTTP\/1\.1 400 /);
  await ada.call(kit.me);
});

test('an endpoint that declares no access stops the start', () => {
  const { access: _, ...rest } = kit.health;
  const endpoint = rest as unknown as Endpoint;
  const { api } = newApi([endpoint]);
  assert.throws(() => api.handle(endpoint, () => ({})), /GET \/api\/health declares no access/);
});

test('an endpoint without a handler stops the start with one line that names it', () => {
  const { health, ready } = kit;
  const { api, checkHandlers } = newApi([health, ready]);
  api.handle(health, () => ({ status: 'ok' as const, version: '1', uptime_s: 1 }));
  assert.throws(checkHandlers, {
    name: 'Error',
    message: 'GET /api/ready has no handler: add one with api.handle.',
  });
  api.handle(ready, () => ({ status: 'ready' as const }));
  checkHandlers();
});

function newApi(endpoints: Endpoint[]) {
  return createApi(createRouter(), {
    endpoints,
    guards: { public: async () => undefined } as unknown as Guards,
    config: readConfig({}),
  });
}
