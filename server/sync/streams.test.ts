import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, test } from 'node:test';
import { openStream, requestStream } from '#server/testing/event-stream.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { waitFor } from '#tooling/wait-for.ts';
import { createStreams, STREAMS_PER_USER } from './streams.ts';

const server = await startTestServer();
after(server.stop);

test('a stream begins with the number of the latest change and continues with each new one', async () => {
  const ada = await server.signUp();
  await ada.call('createItem', { body: { text: 'before' } });
  await using stream = await openStream(server, ada);
  await stream.receives(1);
  await ada.call('createItem', { body: { text: 'after' } });
  await stream.receives(2);
  assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(stream.headers.get('cache-control'), 'no-store');
});

test('the changes of somebody else are not announced', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await using stream = await openStream(server, ada);
  await stream.receives(0);
  await bob.call('createItem', { body: { text: 'of Bob' } });
  await ada.call('createItem', { body: { text: 'of Ada' } });
  await stream.receives(1);
  assert.deepEqual(stream.numbers, [0, 1]);
});

test('a stream ends with its session, and other sessions keep theirs', async () => {
  const ada = await server.signUp();
  const { token } = await server.call('login', {
    body: { email: ada.email, password: ada.password },
  });
  await using ended = await openStream(server, ada);
  await using kept = await openStream(server, { token });
  await ada.call('logout');
  await ended.ends();
  await server.as(token).call('createItem', { body: { text: 'still there' } });
  await kept.receives(1);
});

test('streams end when the account is deleted', async () => {
  const ada = await server.signUp();
  await using stream = await openStream(server, ada);
  await ada.call('deleteAccount', { body: { password: ada.password } });
  await stream.ends();
});

test('a stream without a session gets 401', async () => {
  assert.equal((await server.error('changesStream')).status, 401);
});

test('one stream too many gets 429, until another is closed', async () => {
  const ada = await server.signUp();
  await using streams = new AsyncDisposableStack();
  for (let count = 1; count < STREAMS_PER_USER; count++) streams.use(await openStream(server, ada));
  const last = await openStream(server, ada);
  const { status, headers } = await ada.error('changesStream');
  assert.equal(status, 429);
  assert.ok(headers.get('retry-after'));
  await last[Symbol.asyncDispose]();
  await waitFor('the closed stream no longer counts', async () => {
    const response = await requestStream(server, ada.token);
    await response.body?.cancel();
    return response.status === 200;
  });
});

test('a client that leaves before its stream begins takes no place', async () => {
  const streams = createStreams({ findLatest: async () => 0, isSessionValid: async () => true });
  after(streams.close);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  streams.open({ userId: 'ada', token: 'token' })(response);
  assert.deepEqual(streams.userIds(), []);
});

test('requests that arrive together get no more streams than one after the other', async () => {
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
