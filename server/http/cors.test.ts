import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';

const server = await startTestServer();
after(server.stop);

const NATIVE = ['https://localhost', 'capacitor://localhost'];
const FOREIGN = [
  'https://evil.example',
  'https://localhost.evil.example',
  'https://localhost:3000',
  'http://localhost',
  'ionic://localhost',
  'capacitor://localhost.evil.example',
  'HTTPS://LOCALHOST',
  'null',
  '*',
];

for (const origin of NATIVE) {
  test(`a preflight from ${origin} succeeds without a session`, async () => {
    for (const path of ['/api/items', '/api/auth/login', '/api/file/files/x', '/api/nothing']) {
      const { status, headers, text } = await preflight(origin, path);
      assert.deepEqual([status, text], [204, '']);
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.equal(headers.vary, 'Origin');
      assert.equal(headers['access-control-allow-methods'], 'GET, POST, PUT, DELETE');
      assert.equal(
        headers['access-control-allow-headers'],
        'authorization, content-type, cache-control, pragma',
      );
      assert.equal(headers['access-control-allow-credentials'], 'true');
    }
  });

  test(`${origin} may read responses and errors, with credentials`, async () => {
    for (const path of ['/api/health', '/api/items', '/api/nothing']) {
      const { headers } = await sendRawRequest(server.port, path, { headers: { Origin: origin } });
      assert.equal(headers['access-control-allow-origin'], origin);
      assert.equal(headers['access-control-expose-headers'], 'ETag, Retry-After, X-Request-Id');
      assert.equal(headers['access-control-allow-credentials'], 'true');
      assert.equal(headers.vary, 'Origin');
      assert.match(String(headers['content-type']), /^application\/json/);
    }
  });
}

test('no other origin gets CORS headers', async () => {
  for (const origin of FOREIGN) {
    const failed = await preflight(origin, '/api/items');
    const succeeded = await sendRawRequest(server.port, '/api/health', {
      headers: { Origin: origin },
    });
    assert.notEqual(failed.status, 204, origin);
    for (const { headers } of [failed, succeeded]) assertSilent(headers);
  }
  assertSilent((await sendRawRequest(server.port, '/api/health')).headers);
});

test('pages have no CORS headers', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const headers = { Origin: 'https://localhost' };
    const response = await sendRawRequest(server.port, '/login', { method, headers });
    assert.equal(response.headers['access-control-allow-origin'], undefined);
  }
});

test('CORS headers do not replace other headers of a response', async () => {
  const ada = await server.signUp();
  const { headers } = await ada.send(testItems.list, {
    headers: { Origin: 'capacitor://localhost' },
  });
  assert.equal(headers.get('access-control-allow-origin'), 'capacitor://localhost');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(headers.get('x-request-id'));
});

function preflight(origin: string, path: string) {
  return sendRawRequest(server.port, path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
}

function assertSilent(headers: NodeJS.Dict<string | string[]>) {
  const spoken = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  assert.deepEqual(spoken, []);
  assert.equal(headers.vary, 'Origin');
}
