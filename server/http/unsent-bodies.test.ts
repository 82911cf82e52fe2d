import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { silentLog } from '#server/log/log.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Reply, respond } from './responses.ts';
import { UNSENT_MAX_BYTES } from './unsent-bodies.ts';

// Larger than the buffers of a connection. All responses share it, so that the test needs little memory.
const BODY = Buffer.alloc(16 * 1024 * 1024);
const AT_ONCE = UNSENT_MAX_BYTES / BODY.length;

const bodies: Record<string, () => Reply['body']> = {
  'at once': () => BODY,
  'in pieces': async function* () {
    yield BODY;
    yield BODY;
  },
};

const server = createServer((request, response) => {
  const [, address = '', kind = ''] = (request.url ?? '').split('/').map(decodeURIComponent);
  const body = bodies[kind]?.() ?? null;
  const exchange = { request, response, path: '/', address, headers: { Connection: 'close' } };
  void respond(exchange, silentLog, () => ({ status: 200, headers: {}, body }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo;

for (const kind of Object.keys(bodies))
  test(`unread bodies that are sent ${kind} take limited memory, and only bodies of the address with the most are given up`, async () => {
    // The second round needs the memory of the first one.
    for (let round = 0; round < 2; round++) {
      const phone = await request('phone', kind);
      const others: Socket[] = [];
      for (let count = 1; count < AT_ONCE; count++) others.push(await request('other', kind));
      assert.ok([phone, ...others].every(({ closed }) => !closed));

      const [oldest, ...rest] = others as [Socket, ...Socket[]];
      rest.push(await request('other', kind));
      assert.ok((await buffer(oldest)).length < BODY.length);
      assert.ok([phone, ...rest].every(({ closed }) => !closed));
      assert.ok((await buffer(phone)).length > BODY.length);
      for (const socket of rest) socket.destroy();
      await waitFor('all are closed', async () => (await connections()) === 0);
    }
  });

/** Requests a body from an address. Resolves when the response has begun, without reading it. */
async function request(address: string, kind: string) {
  const path = `/${address}/${encodeURIComponent(kind)}`;
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: kit.test\r\n\r\n`),
  );
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

function connections() {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_, count) => resolve(count));
  return promise;
}
