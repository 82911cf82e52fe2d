import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { asForm, noisePng } from '#server/testing/pictures.ts';
import type { Person } from '#tests/support/production-server.ts';
import { findProblem } from './check-response.ts';
import { runGenerator } from './generator.ts';
import { createHttpClient } from './http-client.ts';
import type { Recorder } from './recorder.ts';

// Keeps slow connections open, each replaced when the server closes it: clients that send a byte now and then, in the
// headers or in a body, and clients that read a large photo very slowly.
const CLIENTS = 500;
const BYTE_EVERY_MS = 5000;
const READ_BYTES = 2048;
const READ_EVERY_MS = 1000;
const PHOTOS = 8;
const SHOWN_BYTES = 4096;

type SlowClient = { kind: string; request: string; readsSlowly?: boolean };

runGenerator(async ({ port, people }, recorder) => {
  // 6 MB, more than the system buffers for a connection.
  const bytes = await noisePng(1600, 1200);
  const send = createHttpClient(port, recorder);
  const photos = await Promise.all(people.slice(0, PHOTOS).map(uploadPhoto));
  const open = new Set<Socket>();
  let isRunning = false;

  return {
    enter(phase) {
      if (isRunning || phase === 'alone') return;
      isRunning = true;
      for (let number = 0; number < CLIENTS; number++) void keepOpen(number);
    },
    async stop() {
      isRunning = false;
      const closed = [...open].map((socket) => once(socket, 'close'));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
      return {};
    },
  };

  async function uploadPhoto(person: Person) {
    const call = { method: 'POST', path: '/api/upload', body: asForm(bytes), expected: [201] };
    const path: string = (await send('large upload', { ...call, as: person }))?.json().filePath;
    return { path, token: person.token };
  }

  async function keepOpen(number: number) {
    const turn = Math.floor(number / 4);
    const { token } = people[turn % people.length] as Person;
    const photo = photos[turn % photos.length] as { path: string; token: string };
    const client = slowClients(token, photo)[number % 4] as SlowClient;
    // Not all at the same moment.
    await sleep(Math.random() * BYTE_EVERY_MS);
    while (isRunning) {
      await runConnection(client);
      await sleep(READ_EVERY_MS);
    }
  }

  async function runConnection({ kind, request, readsSlowly = false }: SlowClient) {
    const record = recorder.begin(kind);
    let received = '';
    const take = (chunk: Buffer) => {
      if (received.length < SHOWN_BYTES) received += chunk.toString('latin1');
    };
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback(length: number, buffer: Uint8Array) {
        take(Buffer.from(buffer.subarray(0, length)));
        return !readsSlowly;
      },
    };
    const socket = connect({ port, host: '127.0.0.1', onread }).on('error', () => {});
    open.add(socket);
    socket.write(request);
    const timer = setInterval(
      () => (readsSlowly ? socket.resume() : socket.write('x')),
      readsSlowly ? READ_EVERY_MS : BYTE_EVERY_MS,
    );
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    open.delete(socket);
    recordOutcome(record, received, isRunning);
  }
});

function slowClients(token: string, photo: { path: string; token: string }): SlowClient[] {
  const head = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer`;
  const json = 'Content-Type: application/json\r\nContent-Length: 500';
  const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000';
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  return [
    { kind: 'slow headers', request: 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ' },
    { kind: 'slow body', request: `POST /api/items ${head} ${token}\r\n${json}\r\n\r\n{"` },
    {
      kind: 'slow upload',
      request: `POST /api/upload ${head} ${token}\r\n${form}\r\n\r\n${part}${'x'.repeat(100_000)}`,
    },
    {
      kind: 'slow reader',
      request: `GET /api/file/files/${photo.path} ${head} ${photo.token}\r\n\r\n`,
      readsSlowly: true,
    },
  ];
}

/** Records the status that a slow client got, or that the server closed its connection. */
function recordOutcome(
  record: ReturnType<Recorder['begin']>,
  received: string,
  closedByServer: boolean,
) {
  const [head = '', text = ''] = received.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  if (!closedByServer) return record('still open');
  if (!status) return record('closed');
  const retryAfter = /^retry-after: (.+)$/im.exec(head)?.[1];
  // Node answers slow headers by itself, without a body.
  const isByNode = status === 408 && text === '';
  record(status, isByNode ? undefined : findProblem({ status, retryAfter, text }, [200, 408, 429]));
}
