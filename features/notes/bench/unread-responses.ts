import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { visitorAccount } from '#server/demo/content.ts';
import { memoryMb } from '#tests/support/process-memory.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { signIn } from '#tests/support/sign-in.ts';

// Measures the cost of clients that request much and read nothing: the memory of a server with a small heap, before and
// at the peak, and whether it still answers. With another checkout's folder as argument, measures that checkout first.
// Linux only.
const HEAP_MB = 256;
const NOTES = 200;
const CONNECTIONS = 60;
const REQUESTS = 8;
const PATHS = ['/api/changes?since=0', '/api/notes?limit=100', '/api/notes'];
const SAMPLE_EVERY_MS = 50;
const LEVEL_FOR_MS = 5000;

console.log(
  `${CONNECTIONS} connections with ${REQUESTS} requests each for ${NOTES} notes of control characters, heap of ${HEAP_MB} MB`,
);
const checkouts = [process.argv[2], '.'].filter((folder) => folder !== undefined);
for (const path of PATHS) for (const checkout of checkouts) await measure(checkout, path);

async function measure(checkout: string, path: string) {
  const server = await startServerProcess([`--max-old-space-size=${HEAP_MB}`, 'server/main.ts'], {
    cwd: resolve(checkout),
  });
  const sockets: Socket[] = [];
  try {
    const { token } = await signIn(server.url, visitorAccount);
    await createNotes(server.url, token);
    const before = memoryMb(server.pid);
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    for (let count = 0; count < CONNECTIONS; count++)
      sockets.push(await openSilent(server.url, request.repeat(REQUESTS)));
    const peak = await peakMemory(server.pid);
    const isAlive = await fetch(`${server.url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    console.log(
      `  ${checkout} ${path}: ${before} MB before, peak ${peak} MB, ${isAlive ? 'answers' : 'the process has ended'}`,
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

/** Creates notes in which each character takes six characters in JSON. */
async function createNotes(url: string, token: string) {
  const body = JSON.stringify({ title: 'x', content: `x${'\u0001'.repeat(998)}x` });
  for (let count = 0; count < NOTES; count++) {
    const { status } = await fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body,
    });
    if (status !== 201) throw new Error(`A note got ${status}.`);
  }
}

/** Opens a connection that sends a text and reads nothing. */
async function openSilent(url: string, text: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause().write(text);
  return socket;
}

/** Returns the peak memory of a process, once it has not grown for some seconds. */
async function peakMemory(pid: number) {
  let peak = 0;
  for (let grewAt = performance.now(); performance.now() - grewAt < LEVEL_FOR_MS; ) {
    const current = memoryMb(pid);
    if (current > peak) {
      peak = current;
      grewAt = performance.now();
    }
    await sleep(SAMPLE_EVERY_MS);
  }
  return peak;
}
