import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { sendRawBytes } from '#server/testing/raw-http.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('a few pipelined requests all get their response', async () => {
  const responses = await sendRawBytes(server.port, requests(4));
  assert.equal(responses.match(/HTTP\/1\.1 200 OK/g)?.length, 4);
});

test('a connection with hundreds of pipelined requests is closed, and others are served', async () => {
  const responses = await sendRawBytes(server.port, requests(400));
  assert.ok((responses.match(/HTTP\/1/g)?.length ?? 0) < 400);
  await ada.call('listItems');
});

/** Requests that are sent before the response to the first one. The last one closes the connection. */
function requests(count: number) {
  const request = (connection: string) =>
    `GET /api/items HTTP/1.1\r\nHost: kit.test\r\nConnection: ${connection}\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`;
  return request('keep-alive').repeat(count - 1) + request('close');
}
