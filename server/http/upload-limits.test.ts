import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError } from '#server/errors/errors.ts';
import { type Person, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { startUpload } from '#server/testing/start-upload.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createUploadLimits } from './arriving-bodies.ts';

const server = await startTestServer({ env: { MAX_UPLOADS_AT_ONCE_PER_USER: '3' } });
after(server.stop);

test('uploads beyond the limit per user get 429 until one of them ends', async (t) => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const body = JSON.stringify(await pictureUpload());
  const { started, failed } = await startOneTooMany(ada, body.slice(0, 100));
  t.after(() => started.forEach((upload) => void upload.destroy()));
  assert.equal(failed.statusCode, 429);
  assert.ok(Number(failed.headers['retry-after']) > 0);
  assert.equal(JSON.parse(await text(failed)).error, apiMessages.uploadsAtOnce(3));
  assert.equal((await upload(ada)).status, 429);
  assert.ok((await upload(bob)).ok, 'others are not affected');
  await ada.call(testItems.list);

  started[0]?.end(body.slice(100));
  assert.equal((await responseTo(started[0])).statusCode, 201);
  assert.ok((await upload(ada)).ok);
});

test('an aborted upload no longer counts', async () => {
  const ada = await server.signUp();
  for (let round = 0; round < 2; round++) {
    const { started } = await startOneTooMany(ada, '{');
    for (const upload of started) upload.destroy();
    await waitFor('none is under way', async () => (await upload(ada)).ok);
  }
});

test('a stalled upload is ended with 408', async (t) => {
  const ada = await server.signUp();
  t.mock.timers.enable({ apis: ['setInterval'] });
  const stalled = startUpload(server.port, ada.token, '{"base64Data":"');
  const responded = responseTo(stalled);
  let response: IncomingMessage | undefined;
  responded.then((received) => {
    response = received;
  });
  await waitFor('there is a response', async () => {
    t.mock.timers.tick(15_000);
    await sleep(5);
    return response !== undefined;
  });
  const received = await responded;
  assert.equal(received.statusCode, 408);
  assert.equal(received.headers.connection, 'close');
  const { success, error } = JSON.parse(await text(received));
  assert.deepEqual([success, error], [false, apiMessages.bodyTooSlow]);
});

test('an upload may take half an hour if enough of it arrives, and no longer', async (t) => {
  const ada = await server.signUp();
  t.mock.timers.enable({ apis: ['setInterval'] });
  const received = watchRequest(t);
  const slow = startUpload(server.port, ada.token, '{"base64Data":"');
  let response: IncomingMessage | undefined;
  slow.on('response', (received) => {
    response = received;
  });
  const windows = UPLOAD_MAX_MINUTES * 4;
  for (let window = 1; window <= windows; window++) {
    assert.equal(response, undefined, `after ${window - 1} of ${windows} times 15 s`);
    slow.write('A'.repeat(16 * 1024));
    await waitFor('16 KB arrive', () => received.bytes() >= window * 16 * 1024);
    t.mock.timers.tick(15_000);
  }
  await waitFor('there is a response', () => response !== undefined);
  assert.equal(response?.statusCode, 408);
  assert.ok(received.server.requestTimeout > UPLOAD_MAX_MINUTES * 60_000, 'Node waits for longer');
});

test('uploads that together need too much memory get 503 until some end', () => {
  const limits = createUploadLimits({ uploadsAtOncePerUser: 1 });
  const largest = 14 * 1024 * 1024;
  const arrived = Array.from({ length: 18 }, (_, person) => limits.begin(`person ${person}`));
  for (const upload of arrived) {
    upload.hold(largest);
    upload.arrived();
  }
  const one = limits.begin('one');
  assert.throws(() => one.hold(largest), isUnavailable);
  one[Symbol.dispose]();
  arrived[0]?.[Symbol.dispose]();
  limits.begin('other').hold(largest);
});

test('if memory is short, the oldest upload of the user with the most bytes is aborted', () => {
  const limits = createUploadLimits({ uploadsAtOncePerUser: 100 });
  const largest = 14 * 1024 * 1024;
  const arrived = limits.begin('ada');
  arrived.hold(largest);
  arrived.arrived();
  const slow = Array.from({ length: 17 }, () => limits.begin('ada'));
  for (const upload of slow) upload.hold(largest);
  const bob = limits.begin('bob');
  bob.hold(largest);
  const ended = () => slow.flatMap(({ signal }, index) => (signal.aborted ? [index] : []));
  assert.deepEqual([ended(), arrived.signal.aborted, bob.signal.aborted], [[0], false, false]);
  assert.ok(isUnavailable(slow[0]?.signal.reason));

  slow[0]?.[Symbol.dispose]();
  limits.begin('ada').hold(2 * largest);
  assert.deepEqual([ended(), bob.signal.aborted], [[0, 1, 2], false]);
});

const isUnavailable = (error: unknown) => error instanceof HttpError && error.status === 503;

async function upload(person: Person) {
  return person.send(kit.upload, { body: await pictureUpload() });
}

/** Starts four uploads. Returns the three that are allowed and the response to the fourth. */
async function startOneTooMany(person: Person, beginning: string) {
  const all = Array.from({ length: 4 }, () => startUpload(server.port, person.token, beginning));
  const responses = all.map(async (upload) => ({ upload, response: await responseTo(upload) }));
  for (const response of responses) response.catch(() => {});
  const { upload, response } = await Promise.race(responses);
  return { started: all.filter((other) => other !== upload), failed: response };
}

/** Observes the next request that the server receives. */
function watchRequest(t: TestContext) {
  let started: { request: IncomingMessage; server: Server } | undefined;
  const onStart = (message: unknown) => {
    started ??= message as NonNullable<typeof started>;
  };
  subscribe('http.server.request.start', onStart);
  t.after(() => unsubscribe('http.server.request.start', onStart));
  return {
    bytes: () => started?.request.socket.bytesRead ?? 0,
    get server() {
      return started?.server as Server;
    },
  };
}

async function responseTo(request: ClientRequest | undefined): Promise<IncomingMessage> {
  const [response] = await once(request as ClientRequest, 'response');
  return response;
}
