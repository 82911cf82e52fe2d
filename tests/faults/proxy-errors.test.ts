import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import { apiMessages } from '#shared/messages.ts';
import { freePort } from '#tests/support/free-port.ts';
import { proxies } from './proxies.ts';

const MAX_BYTES = 15 * 1024 * 1024;

for (const { name, skip, start } of proxies) {
  test(`${name} answers for servers that are down as the API does`, { skip }, async (t) => {
    const url = await start(t, [await freePort(), await freePort()]);
    const response = await fetch(`${url}/api/file/files/photo.jpg`);
    assert.ok([502, 503].includes(response.status));
    assert.equal(response.headers.get('retry-after'), '5');
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await response.json(), { success: false, error: apiMessages.unavailable });

    const page = await fetch(url);
    assert.match(page.headers.get('content-type') ?? '', /^text\//);
    await page.text();
  });

  test(`${name} refuses bodies of more than 15 MB as the API does`, { skip }, async (t) => {
    const port = await startServer(t);
    const url = await start(t, [port, port]);
    const largest = await fetch(`${url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(MAX_BYTES),
    });
    assert.equal(await largest.text(), String(MAX_BYTES));

    const refused = request(`${url}/api/upload`, {
      method: 'POST',
      headers: { 'Content-Length': MAX_BYTES + 1 },
    });
    refused.flushHeaders();
    const [response] = (await once(refused, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    assert.equal(response.headers['content-type'], 'application/json');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.deepEqual(await json(response), { success: false, error: apiMessages.bodyTooLarge });
    refused.destroy();
  });

  test(`${name} passes on a 503 of the server unchanged`, { skip }, async (t) => {
    const port = await startServer(t);
    const response = await fetch(`${await start(t, [port, port])}/api/unavailable`);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '600');
    assert.equal(await response.text(), 'of the server');
  });

  test(`${name} serves others while servers abort uploads`, { skip }, async (t) => {
    const url = await start(t, [await startServer(t), await startServer(t)]);
    for (let count = 0; count < 4; count++) {
      const upload = fetch(`${url}/api/upload?abort`, { method: 'POST', body: 'photo' });
      // HAProxy ends the stream instead of answering if its connection to the server had been used before.
      assert.notEqual((await upload.catch(() => undefined))?.status, 200);
    }
    assert.equal((await fetch(`${url}/api/notes`)).status, 200);
  });

  test(`${name} accepts no connection for another name`, { skip }, async (t) => {
    const port = await startServer(t);
    const url = await start(t, [port, port]);
    const options = { host: '127.0.0.1', port: Number(new URL(url).port) };
    for (const servername of ['', 'other.example'])
      await assert.rejects(once(connect({ ...options, servername }), 'secureConnect'), /alert/);
  });
}

/**
 * Starts a server that is ready and counts the bytes of bodies. It is unavailable at one path, and closes the connection at
 * another. Returns its port.
 */
async function startServer(t: TestContext) {
  const server = createServer(async (request, response) => {
    if (request.url === '/api/unavailable')
      return response.writeHead(503, { 'Retry-After': '600' }).end('of the server');
    if (request.url === '/api/upload?abort') return request.socket.destroy();
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.end(String(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
