import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type ClientRequest, request, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { silentLog } from '#server/log/log.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { startServer } from './server.ts';

test('accounts, sessions, items, photos and signed URLs survive a restart', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  await ada.call(testItems.create, { body: { text: 'x', photo_path: filePath } });
  const before = await everything();
  const { url } = await ada.call(kit.signFile, { params: { path: filePath } });

  await server.restart();
  assert.deepEqual(await everything(), before);
  assert.equal((await fetch(server.url + url)).status, 200);
  await server.call(kit.login, { body: { email: ada.email, password: ada.password } });

  async function everything() {
    return [
      await ada.call(kit.me),
      await ada.call(testItems.list),
      await ada.call(kit.readFile, { params: { path: filePath } }),
    ];
  }
});

test('errors of the listening servers are logged, and they keep serving', async (t) => {
  const listen = t.mock.method(Server.prototype, 'listen');
  const error = t.mock.fn();
  const server = await startTestServer({
    log: { ...silentLog, error },
    env: { METRICS_PORT: '0' },
  });
  t.after(server.stop);
  const listening = listen.mock.calls.map((call) => call.this as Server);
  assert.equal(listening.length, 2);
  const failures = ['accept EMFILE', 'accept ENFILE'].map((message) => new Error(message));
  for (const one of listening) for (const failure of failures) one.emit('error', failure);
  assert.deepEqual(
    error.mock.calls.map(({ arguments: [entry] }) => entry.err),
    [...failures, ...failures],
  );
  assert.equal((await fetch(`${server.url}/api/health`)).status, 200);
});

test('a stop lets a request in flight finish and accepts no new connections', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const ada = await server.signUp();
  const inFlight = await halfSentItem(server, ada.token);
  const { port } = server;

  const impatience = closedByForce(t);
  const restarted = server.restart();
  await waitFor('no connection is accepted', () => isRefused(port));
  inFlight.end('"x"}');
  const [response] = await once(inFlight, 'response');
  assert.equal(response.statusCode, 201);
  const { item } = (await json(response)) as { item: object };
  await restarted;
  assert.equal(impatience.callCount(), 0, 'and then does not wait for more on that connection');
  assert.deepEqual((await ada.call(testItems.list)).items, [item]);
});

test('a stop still responds to requests on open connections, and then closes them', async (t) => {
  // Longer than the test takes: the connection must be closed because of its response, not because it is idle.
  const server = await startTestServer({ idleGraceMs: 60_000 });
  const ada = await server.signUp();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const create = () => createdItem(server, ada.token, agent);
  assert.deepEqual(await create(), { status: 201, connection: 'keep-alive', isReused: false });

  const { port } = server;
  const stopped = server.stop();
  await waitFor('no connection is accepted', () => isRefused(port));
  assert.deepEqual(await create(), { status: 201, connection: 'close', isReused: true });
  await stopped;
});

test('a stop accepts all connections that wait, and responds to them', async (t) => {
  const server = await startTestServer({ idleGraceMs: 60_000 });
  const waiting = Array.from({ length: 50 }, () => connect(server.port, '127.0.0.1'));
  t.after(() => {
    for (const socket of waiting) socket.destroy();
  });
  const responses = waiting.map((socket) => {
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return text(socket).catch(String);
  });
  await server.stop();
  for (const response of await Promise.all(responses)) assert.match(response, /^HTTP\/1.1 200/);
});

test('before a stop, the server is not ready but still responds, and closes each connection after its response', async (t) => {
  const server = await startTestServer({ env: { DRAIN_SECONDS: '1' } });
  const ada = await server.signUp();
  const ready = () => fetch(`${server.url}/api/ready`);
  assert.equal((await ready()).status, 200);
  const stopped = server.stop();
  t.after(() => stopped);
  const draining = await ready();
  assert.deepEqual([draining.status, draining.headers.get('Connection')], [503, 'close']);
  await ada.call(testItems.create, { body: { text: 'x' } });
  await stopped;
});

test('a stop does not wait for idle connections', async (t) => {
  const server = await startTestServer();
  const silent = await connected(server.port);
  t.after(() => silent.destroy());
  const impatience = closedByForce(t);
  await server.stop();
  assert.equal(impatience.callCount(), 0);
});

test('a start on a port in use fails and closes the database', async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const config = { ...server.config, port: server.port };
  await assert.rejects(
    startServer(config, silentLog, { features: [testItemsServer], site: server.site }),
    {
      code: 'EADDRINUSE',
    },
  );
  await server.register();
});

test('hundreds of slow clients do not block others', async (t) => {
  const server = await startTestServer();
  const ada = await server.signUp();
  const slow = await Promise.all(Array.from({ length: 300 }, () => connected(server.port)));
  t.after(() => slow.forEach((socket) => void socket.destroy()));
  // After the clients have left, because a stop waits for them.
  t.after(server.stop);
  for (const [number, socket] of slow.entries())
    socket.write(
      number % 2
        ? 'GET /api/items HTTP/1.1\r\nHost: x\r\nX-Slow: '
        : `POST /api/items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${ada.token}\r\nContent-Length: 1000\r\n\r\n{`,
    );
  for (let requests = 0; requests < 20; requests++) await ada.call(testItems.list);
  assert.ok(slow.every((socket) => !socket.closed));
});

/** Creates an item on the connection of the agent. */
async function createdItem({ port }: TestServer, token: string, agent: Agent) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/items',
    agent,
    headers,
  });
  sent.end('{"text":"x"}');
  const [response] = await once(sent, 'response');
  await json(response);
  const {
    statusCode: status,
    headers: { connection },
  } = response;
  return { status, connection, isReused: sent.reusedSocket };
}

const isRefused = (port: number) =>
  connected(port).then(
    (socket) => {
      socket.destroy();
      return false;
    },
    ({ code }) => code === 'ECONNREFUSED',
  );

/** Counts how often a stop closed connections by force. */
function closedByForce(t: TestContext) {
  return t.mock.method(Server.prototype, 'closeAllConnections').mock;
}

async function halfSentItem(server: TestServer, token: string): Promise<ClientRequest> {
  const started = request({
    port: server.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/items',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      Expect: '100-continue',
    },
  });
  started.flushHeaders();
  // The interim response shows that the request was accepted.
  await once(started, 'continue');
  started.write('{"text":');
  return started;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}
