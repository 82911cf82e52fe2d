import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer({ env: { METRICS_TOKEN: 'x'.repeat(32) } });
after(server.stop);
const ada = await server.signUp();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KB = 1024;
const MB = 1024 * KB;

test('a body over the limit with Content-Length gets 413, and nothing is created', async () => {
  const before = await server.count('items');
  const body = { text: 'x'.repeat(65 * KB) };
  const { status, error } = await ada.error(testItems.create, { body });
  assert.deepEqual([status, error], [413, apiMessages.bodyTooLarge]);
  const upload = await ada.error(kit.upload, { body: { base64Data: 'A'.repeat(15 * MB) } });
  assert.deepEqual([upload.status, upload.error], [413, apiMessages.photoTooLarge]);
  assert.equal(await server.count('items'), before);
});

test('a body over the limit without Content-Length gets 413, with limited memory', async () => {
  const piece = Buffer.alloc(64 * KB, 'x');
  let sent = 0;
  function* endless() {
    yield '{"text":"';
    for (; sent < 200 * MB; sent += piece.length) yield piece;
  }
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${ada.token}` };
  for (const path of ['/api/items', '/api/upload']) {
    const memory = process.memoryUsage.rss();
    sent = 0;
    const { status, text } = await sendRawRequest(server.port, path, {
      method: 'POST',
      headers,
      body: endless(),
    });
    assert.equal(status, 413);
    assert.equal(JSON.parse(text).success, false);
    assert.ok(process.memoryUsage.rss() - memory < 150e6);
  }
});

test('an incomplete body changes nothing and does not end the process', async () => {
  const before = await server.count('items');
  const body = '{"text":"some text"}';
  async function* breaksOff() {
    yield body.slice(0, 10);
    throw new Error('gone');
  }
  const headers = {
    ...JSON_TYPE,
    Authorization: `Bearer ${ada.token}`,
    'Content-Length': String(body.length),
  };
  const aborted = fetch(`${server.url}/api/items`, {
    method: 'POST',
    headers,
    body: breaksOff() as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
  await assert.rejects(aborted);
  await ada.call(kit.me);
  assert.equal(await server.count('items'), before);
});

test('a body that arrives after its session has ended changes nothing', async (t) => {
  for (const [path, body] of [
    ['/api/items', { text: 'Too late' }],
    ['/api/upload', await pictureUpload()],
  ] as const) {
    const bob = await server.signUp();
    const text = JSON.stringify(body);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bob.token}\r\n`;
    const connection = openConnection(
      t,
      `${head}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, 9)}`,
    );
    // Is handled after the beginning of the other request.
    await bob.call(kit.me);
    await bob.call(kit.logout);
    connection.send(text.slice(9));
    await waitFor('there is a response', () => connection.response !== '');
    assert.match(connection.response, /^HTTP\/1\.1 401 /);
    assert.deepEqual(await server.rowsOf(bob.user.id, ['items', 'files']), []);
  }
});

test('a body in thousands of tiny chunks closes its connection on every route, and others get responses', async (t) => {
  const session = `Authorization: Bearer ${ada.token}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const form = 'Content-Type: multipart/form-data; boundary=x\r\n';
  const requests = {
    'a call without a session': `POST /api/auth/login HTTP/1.1\r\n${json}`,
    'a call with a session': `POST /api/items HTTP/1.1\r\n${session}${json}`,
    'an upload as JSON': `POST /api/upload HTTP/1.1\r\n${session}${json}`,
    'an upload as form': `POST /api/upload HTTP/1.1\r\n${session}${form}`,
    'a call that reads no body': `GET /api/items HTTP/1.1\r\n${session}`,
    'a page': 'GET / HTTP/1.1\r\n',
    'a method that pages do not have': 'POST / HTTP/1.1\r\n',
    'the metrics without the token': 'POST /metrics HTTP/1.1\r\n',
  };
  for (const [what, head] of Object.entries(requests)) {
    const connection = openConnection(t, `${head}${CHUNKED}${'1\r\nA\r\n'.repeat(20_000)}`);
    await waitFor(`${what}: the connection is closed`, () => connection.closed);
  }
  await ada.call(kit.me);
});

test('a large form that the page did not handle is read completely before the response', async (t) => {
  const body = 'x'.repeat(8 * MB);
  const connection = openConnection(
    t,
    `POST /login?share HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nSec-Fetch-Mode: navigate\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  connection.send(body);
  await waitFor('the connection is closed', () => connection.closed);
  assert.match(connection.response, /^HTTP\/1\.1 303 .*\r\nLocation: \/login\?share\r\n/s);
  assert.ok(!connection.wasReset);
});

test('a form of unlimited size gets its response at once', async (t) => {
  const connection = openConnection(
    t,
    `POST /login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Mode: navigate\r\nContent-Length: ${1e12}\r\n\r\n`,
  );
  await waitFor('there is a response', () => connection.response !== '');
  assert.match(connection.response, /^HTTP\/1\.1 303 /);
});

test('tiny chunks are also limited after the response', async (t) => {
  for (const path of ['/', '/api/nothing', '/metrics']) {
    const head = `POST ${path} HTTP/1.1\r\n`;
    const connection = openConnection(t, `${head}${CHUNKED}`);
    await waitFor('there is a response', () => connection.response !== '');
    connection.send('1\r\nA\r\n'.repeat(20_000));
    await waitFor('the connection is closed', () => connection.closed);
    assert.ok(connection.wasReset, 'it was not closed because of a missing body');
  }
});

test('a small body may arrive byte by byte, and a large one in small packets', async () => {
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${ada.token}` };
  const item = JSON.stringify({ text: 'x'.repeat(500) });
  const created = await sendRawRequest(server.port, '/api/items', {
    method: 'POST',
    headers,
    body: [...item],
  });
  assert.equal(created.status, 201);
  const upload = JSON.stringify({ ...(await pictureUpload('png', 900, 900)), x: 'x'.repeat(MB) });
  const taken = await sendRawRequest(server.port, '/api/upload', {
    method: 'POST',
    headers,
    body: upload.match(/.{1,500}/g) ?? [],
  });
  assert.equal(taken.status, 201);
});

test('a connection is closed after the response if the rest of the body does not arrive', async (t) => {
  const requests = {
    'a page': 'GET / HTTP/1.1\r\n',
    'a method that pages do not have': 'POST / HTTP/1.1\r\n',
    'the metrics without the token': 'POST /metrics HTTP/1.1\r\n',
    'a call that reads no body': 'GET /api/health HTTP/1.1\r\n',
    'a call that nobody takes': 'POST /api/nothing HTTP/1.1\r\n',
  };
  for (const [what, head] of Object.entries(requests)) {
    const connection = openConnection(t, `${head}${CHUNKED}1\r\nA\r\n`);
    await waitFor(`${what}: the connection is closed`, () => connection.closed);
    assert.match(connection.response, /^HTTP\/1\.1 (200|404|405) /, what);
  }
});

const CHUNKED = 'Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Opens a connection, sends the beginning of a request and records what the server does. */
function openConnection(t: TestContext, beginning: string) {
  const socket = connect(server.port, '127.0.0.1');
  const connection = {
    response: '',
    closed: false,
    wasReset: false,
    send: (text: string) => void socket.write(text),
  };
  t.after(() => socket.destroy());
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    connection.wasReset = code === 'ECONNRESET' || code === 'EPIPE';
  });
  socket.on('data', (bytes) => {
    connection.response += bytes.toString('latin1');
  });
  socket.on('close', () => {
    connection.closed = true;
  });
  socket.write(beginning);
  return connection;
}
