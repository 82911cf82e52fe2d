import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { now } from '#server/clock/clock.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { sendRawBytes } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import {
  oneRequestAtATime,
  REQUESTS_PER_CONNECTION,
  REQUESTS_WAITING,
} from './incoming-request.ts';

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);
const ada = await server.signUp();

test('a few pipelined requests all get their response', async () => {
  const responses = await sendRawBytes(server.port, listRequests(4));
  assert.equal(responses.match(/HTTP\/1\.1 200 OK/g)?.length, 4);
});

test('a connection with hundreds of pipelined requests is closed, and others are served', async () => {
  const responses = await sendRawBytes(server.port, listRequests(400));
  assert.ok((responses.match(/HTTP\/1/g)?.length ?? 0) < 400);
  await ada.call(testItems.list);
});

test('a request begins when the previous response on the same connection was sent', async (t) => {
  const bob = await server.signUp();
  await fillBuffers(bob.user.id);
  const before = listsHandled();
  const socket = open(t, server.port, listRequests(3, bob.token));
  await once(socket, 'readable');
  for (let count = 0; count < 10; count++) await ada.call(kit.me);
  assert.equal(listsHandled() - before, 1);
  const responses = await text(socket);
  assert.equal(responses.match(/HTTP\/1\.1 200 OK/g)?.length, 3);
  assert.equal(listsHandled() - before, 3);
});

test('requests after a response that closes the connection are not handled', async (t) => {
  let handled = 0;
  const { port } = await listen(t, (_, response) => {
    handled++;
    response.shouldKeepAlive = false;
    setImmediate(() => response.end());
  });
  const responses = await sendRawBytes(port, REQUEST.repeat(3));
  assert.match(responses, /Connection: close/);
  assert.equal(handled, 1);
});

test('waiting requests are limited across all connections, and stop counting when their connection closes', async (t) => {
  let begun = 0;
  const { port, connections } = await listen(t, () => void begun++);
  const allowed = Math.floor(REQUESTS_WAITING / (REQUESTS_PER_CONNECTION - 1));
  const requests = REQUEST.repeat(REQUESTS_PER_CONNECTION);
  for (let round = 1; round <= 2; round++) {
    const sockets = Array.from({ length: allowed }, () => open(t, port, requests));
    await waitFor('all have begun', () => begun === round * (allowed + 1) - 1);
    await once(open(t, port, requests).resume(), 'close');
    assert.ok(sockets.every(({ closed }) => !closed));
    for (const socket of sockets) socket.destroy();
    await waitFor('all are closed', async () => (await connections()) === 0);
  }
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: kit.test\r\n\r\n';

/** Starts a server whose requests take turns. */
async function listen(t: TestContext, handle: Parameters<typeof oneRequestAtATime>[0]) {
  const own = createServer(oneRequestAtATime(handle)).listen(0, '127.0.0.1');
  t.after(() => own.close());
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  return { port, connections: promisify(own.getConnections.bind(own)) };
}

/** Requests that are sent before the first response. The last one closes the connection. */
function listRequests(count: number, token = ada.token) {
  const request = (connection: string) =>
    `GET /api/items HTTP/1.1\r\nHost: kit.test\r\nConnection: ${connection}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  return request('keep-alive').repeat(count - 1) + request('close');
}

/** Counts the responses with lists so far. */
const listsHandled = () =>
  lines.filter((line) => JSON.parse(line).path === '/api/items' && line.includes('"GET"')).length;

/** Adds so many items that their list does not fit into the buffers of a connection. */
async function fillBuffers(user_id: string) {
  const text = 'x\u0001'.repeat(500);
  for (let batch = 0; batch < 10; batch++) {
    const items = Array.from({ length: 250 }, (_, number) => ({
      id: randomUUID(),
      user_id,
      title: '',
      text,
      photo_path: null,
      version: 1,
      created_at: now(),
      updated_at: now(),
      seq: batch * 250 + number,
    }));
    await server.query.insertInto('items').values(items).execute();
  }
}

/** Opens a connection that sends a text and reads only when the test does. */
function open(t: TestContext, port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  socket.on('error', () => {});
  t.after(() => socket.destroy());
  return socket;
}
