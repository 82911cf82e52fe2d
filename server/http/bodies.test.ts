import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { newPerson, startTestServer } from '#server/testing/harness.ts';
import { asForm, picture, pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tooling/wait-for.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KB = 1024;
const MB = 1024 * KB;

test('bodies that reach for prototypes, nest 10,000 deep, repeat a key or are no JSON object get 400', async () => {
  const account = newPerson();
  const plain = JSON.stringify(account).slice(1, -1);
  const bodies = {
    __proto__: `{${plain},"__proto__":{"user_type":"admin"}}`,
    'escaped __proto__': `{${plain},"\\u005f_proto__":{"user_type":"admin"}}`,
    'constructor.prototype': `{${plain},"constructor":{"prototype":{"user_type":"admin"}}}`,
    'nested __proto__': `{${plain},"x":[{"__proto__":1}]}`,
    '10,000 arrays deep': `{${plain},"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    '10,000 objects deep': `{${plain},"x":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    'the same key twice': `{${plain},"email":"second@example.com"}`,
    'the same key twice, escaped': `{${plain},"\\u0065mail":"second@example.com"}`,
    'the same key twice further in': `{${plain},"x":{"y":1,"y":2}}`,
    empty: '',
    'only space': '  \n',
    null: 'null',
    'an array': `[{${plain}}]`,
    'a string': '"text"',
    'a number': '7',
    'cut off': `{${plain}`,
    'more than one': `{${plain}}{}`,
    'a comment': `{${plain}}//`,
    'a trailing comma': `{${plain},}`,
    NaN: `{${plain},"x":NaN}`,
  };
  const before = await server.count('users');
  for (const [what, body] of Object.entries(bodies)) {
    const { status, error } = await server.error('register', { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], what);
  }
  const brokenText = Buffer.concat([
    Buffer.from(`{${plain},"x":"`),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  assert.equal(
    (await server.error('register', { body: brokenText, headers: JSON_TYPE })).status,
    400,
  );
  assert.equal(await server.count('users'), before);
  assert.equal(({} as { user_type?: string }).user_type, undefined);
});

test('an upload nested a million deep gets 400, and the process lives', async () => {
  const body = `{"base64Data":${'['.repeat(MB)}${']'.repeat(MB)}}`;
  assert.equal((await ada.error('upload', { body, headers: JSON_TYPE })).status, 400);
  await ada.call('me');
});

test('an upload with a hundred thousand keys or values beside the photo gets 400 before it is parsed', async () => {
  const { base64Data } = await pictureUpload();
  const keys = Array.from({ length: 100_000 }, (_, number) => `"k${number}":1`);
  const bodies = {
    keys: `{"base64Data":"${base64Data}",${keys.join(',')}}`,
    values: `{"base64Data":"${base64Data}","x":[${'1,'.repeat(100_000)}1]}`,
  };
  for (const [what, body] of Object.entries(bodies)) {
    const { status, error } = await ada.error('upload', { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], what);
  }
  assert.deepEqual(await server.storedFiles(), []);
});

test('an upload with millions of backslashes gets 400 before it is parsed, and escaped slashes are taken', async () => {
  const escapes = ['\\\\', '\\"', '\\u0041', '\\/'];
  for (const sequence of escapes) {
    const body = `{"base64Data":"${sequence.repeat(2e6)}"}`;
    const { status, error } = await ada.error('upload', { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], sequence);
  }
  const body = JSON.stringify(await pictureUpload('jpeg')).replaceAll('/', '\\/');
  assert.ok((await ada.send('upload', { body, headers: JSON_TYPE })).ok);
});

test('an upload with some fields that nobody knows is taken', async () => {
  const unknown = Array.from({ length: 500 }, (_, number) => [`k${number}`, `"${number}"`]);
  await ada.call('upload', {
    body: { ...Object.fromEntries(unknown), ...(await pictureUpload()) },
  });
});

test('a form with thousands of parts beside the file gets 400, and its file is not stored', async () => {
  const before = await server.storedFiles();
  const form = asForm(await picture());
  for (let part = 0; part < 3000; part++) form.append('x', 'x');
  assert.equal((await ada.error('upload', { body: form })).status, 400);
  assert.deepEqual(await server.storedFiles(), before);
});

test('a form may have a few other parts, and headers that are too long count for nothing', async () => {
  const form = asForm(await picture());
  form.append('item', 'x');
  await ada.call('upload', { body: form });
  const photo = (await picture()).toString('latin1');
  const part = (header: string) =>
    `--x\r\nContent-Disposition: form-data; ${header}name="file"; filename="x"\r\n\r\n${photo}\r\n--x--\r\n`;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const asBytes = (text: string) => Buffer.from(text, 'latin1');
  assert.ok((await ada.send('upload', { body: asBytes(part('')), headers })).ok);
  const long = asBytes(part('a=b; '.repeat(100_000)));
  assert.equal((await ada.error('upload', { body: long, headers })).status, 400);
});

test('keys that only look alike, and quotes inside text, are no repetition', async () => {
  const { item } = await ada.call('createItem', {
    body: {
      text: '"text": "\\" {"a":1,"a":2} \\',
      Text: 'x',
      nested: { text: 'x' },
    },
  });
  assert.equal(item.text, '"text": "\\" {"a":1,"a":2} \\');
});

test('text/plain, forms and bodies without a type get 415', async () => {
  const body = JSON.stringify(newPerson());
  const before = await server.count('users');
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'text/json',
  ];
  for (const type of types) {
    const headers = { 'Content-Type': type };
    const { status, error } = await server.error('register', { body, headers });
    assert.deepEqual([status, error], [415, apiMessages.bodyNotJson], type);
  }
  const untyped = await sendRawRequest(server.port, '/api/auth/register', { method: 'POST', body });
  assert.equal(untyped.status, 415);
  assert.equal(await server.count('users'), before);
});

test('application/json may name its charset', async () => {
  await ada.call('createItem', {
    body: { text: 'ü' },
    headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
  });
});

test('a body over the limit gets 413 with its length told, and nothing is created', async () => {
  const before = await server.count('items');
  const body = { text: 'x'.repeat(65 * KB) };
  const { status, error } = await ada.error('createItem', { body });
  assert.deepEqual([status, error], [413, apiMessages.bodyTooLarge]);
  const upload = await ada.error('upload', { body: { base64Data: 'A'.repeat(15 * MB) } });
  assert.deepEqual([upload.status, upload.error], [413, apiMessages.photoTooLarge]);
  assert.equal(await server.count('items'), before);
});

test('a body over the limit that comes in chunks without a length gets 413, with memory bounded', async () => {
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

test('a body that breaks off changes nothing, and the process lives', async () => {
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
  await ada.call('me');
  assert.equal(await server.count('items'), before);
});

test('a body in thousands of tiny chunks ends its connection on every route, and others are answered', async (t) => {
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
  };
  for (const [what, head] of Object.entries(requests)) {
    const connection = openConnection(t, `${head}${CHUNKED}${'1\r\nA\r\n'.repeat(20_000)}`);
    await waitFor(`${what}: the connection is closed`, () => connection.closed);
  }
  await ada.call('me');
});

test('tiny chunks count as well when they come after the response', async (t) => {
  for (const head of ['POST / HTTP/1.1\r\n', 'POST /api/nothing HTTP/1.1\r\n']) {
    const connection = openConnection(t, `${head}${CHUNKED}`);
    await waitFor('it is answered', () => connection.response !== '');
    connection.send('1\r\nA\r\n'.repeat(20_000));
    await waitFor('the connection is closed', () => connection.closed);
    assert.ok(connection.wasReset, 'it is not closed in the way of a body that does not come');
  }
});

test('a small body may come byte by byte, and a large one in small packets', async () => {
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

test('a connection whose request is answered is closed when the rest of the body does not come', async (t) => {
  const requests = {
    'a page': 'GET / HTTP/1.1\r\n',
    'a method that pages do not have': 'POST / HTTP/1.1\r\n',
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

/** Sends the beginning of a request and waits for what the server does. */
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
