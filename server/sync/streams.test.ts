import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openStream, requestStream } from '#server/testing/event-stream.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { sendRawBytes } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createStreams, STREAMS_PER_USER } from './streams.ts';

const server = await startTestServer();
after(server.stop);

test('a stream begins with the number of the latest change and continues with each new one', async () => {
  const ada = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'before' } });
  await using stream = await openStream(server, ada);
  await stream.receives(1);
  await ada.call(testItems.create, { body: { text: 'after' } });
  await stream.receives(2);
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(stream.headers.get('cache-control'), 'no-store');
});

test('other users’ changes are not announced', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await using stream = await openStream(server, ada);
  await stream.receives(0);
  await bob.call(testItems.create, { body: { text: 'of Bob' } });
  await ada.call(testItems.create, { body: { text: 'of Ada' } });
  await stream.receives(1);
  assert.deepEqual(stream.numbers, [0, 1]);
});

test('a stream ends with its session, and other sessions keep theirs', async () => {
  const ada = await server.signUp();
  const { token } = await server.call(kit.login, {
    body: { email: ada.email, password: ada.password },
  });
  await using ended = await openStream(server, ada);
  await using kept = await openStream(server, { token });
  await ada.call(kit.logout);
  await ended.ends();
  await server.as(token).call(testItems.create, { body: { text: 'still there' } });
  await kept.receives(1);
});

test('streams end when the account is deleted', async () => {
  const ada = await server.signUp();
  await using stream = await openStream(server, ada);
  await ada.call(kit.deleteAccount, { body: { password: ada.password } });
  await stream.ends();
});

test('a stream without a session gets 401', async () => {
  assert.equal((await server.error(kit.changesStream)).status, 401);
});

test('one stream too many gets 429, until another is closed', async () => {
  const ada = await server.signUp();
  await using streams = new AsyncDisposableStack();
  for (let count = 1; count < STREAMS_PER_USER; count++) streams.use(await openStream(server, ada));
  const last = await openStream(server, ada);
  const { status, headers } = await ada.error(kit.changesStream);
  assert.equal(status, 429);
  assert.ok(headers.get('retry-after'));
  await last[Symbol.asyncDispose]();
  await waitFor('the closed stream no longer counts', async () => {
    const response = await requestStream(server, ada.token);
    await response.body?.cancel();
    return response.status === 200;
  });
});

test('a client that disconnects before its stream begins takes no place', async () => {
  const streams = createStreams({ findLatest: async () => 0, isSessionValid: async () => true });
  after(streams.close);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  streams.open({ userId: 'ada', token: 'token' })(response);
  assert.deepEqual(streams.userIds(), []);
});

test('concurrent requests get no more streams than sequential ones', async () => {
  const ada = await server.signUp();
  const closing = new AbortController();
  const attempts = Array.from({ length: 3 * STREAMS_PER_USER }, async () => {
    const response = await requestStream(server, ada.token, closing.signal);
    const first = response.status === 200 && (await response.body?.getReader().read());
    return first && !first.done;
  });
  const opened = (await Promise.all(attempts)).filter(Boolean);
  closing.abort();
  assert.equal(opened.length, STREAMS_PER_USER);
});

test('a stop of the server ends streams at once', async () => {
  const other = await startTestServer();
  const ada = await other.signUp();
  await using stream = await openStream(other, ada);
  await other.stop();
  await stream.ends();
});

test('a connection with a stream serves no other requests', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const request = (path: string, { token }: { token: string }) =>
    `GET ${path} HTTP/1.1\r\nHost: kit.test\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const stream = request('/api/changes/stream', ada);
  const others = [request('/api/auth/me', ada), request('/api/changes/stream', bob)];
  for (const other of others) {
    assert.doesNotMatch(await sendRawBytes(server.port, stream + other), /text\/event-stream/);

    const socket = connect(server.port, '127.0.0.1', () => socket.write(stream));
    const [head] = await once(socket, 'data');
    assert.match(String(head), /^Connection: close\r$/m, 'so that none is sent after it either');
    socket.write(other);
    await once(socket.resume(), 'close');
  }
  await waitFor('no stream is left', () => server.running.sync.streams.userIds().length === 0);
});

test('a stream whose client reads nothing ends at once, whatever was queued for it', async (t) => {
  const { streams, response } = await openUnreadStream(t);
  // Until the buffers of the kernel are full.
  while (response.writableLength === 0) {
    response.write('x'.repeat(16 * 1024));
    await setImmediate();
  }
  streams.close();
  await waitFor('the connection is closed', () => response.closed);
  assert.deepEqual(streams.userIds(), []);
});

test('pings and the lifetime of a stream do not depend on the system clock', async (t) => {
  const { now } = Date;
  let offsetMs = 0;
  t.mock.method(Date, 'now', () => now() + offsetMs);
  const { response } = await openUnreadStream(t, { pingEveryMs: 1 });
  for (const hours of [-1, 24]) {
    offsetMs = hours * 60 * 60 * 1000;
    const sent = response.socket?.bytesWritten ?? 0;
    await waitFor('a ping is sent', () => (response.socket?.bytesWritten ?? 0) > sent);
  }
});

test('a stream ends after its lifetime', async (t) => {
  const { response } = await openUnreadStream(t, { lifetimeMs: 1 });
  await waitFor('the connection is closed', () => response.closed);
});

/** Opens a stream over a real connection whose client never reads. */
async function openUnreadStream(
  t: TestContext,
  options: { pingEveryMs?: number; lifetimeMs?: number } = {},
) {
  const streams = createStreams({
    findLatest: async () => 0,
    isSessionValid: async () => true,
    ...options,
  });
  const requests = createServer().listen(0, '127.0.0.1');
  await once(requests, 'listening');
  const { port } = requests.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  socket.on('error', () => {});
  const [, response] = (await once(requests, 'request')) as [unknown, ServerResponse];
  t.after(() => {
    streams.close();
    socket.destroy();
    requests.close();
  });
  response.flushHeaders();
  streams.open({ userId: 'ada', token: 'token' })(response);
  await setImmediate();
  return { streams, response };
}
