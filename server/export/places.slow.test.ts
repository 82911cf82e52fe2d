import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import {
  addLargePhotos,
  beginExport,
  FAST_EXPORT_BYTES,
  LARGE_EXPORT_BYTES,
  readExport,
} from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { exportErrors } from '#shared/export-messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { EXPORTS_AT_ONCE, EXPORTS_AT_ONCE_PER_USER } from './exports.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '1' } });
after(server.stop);
const people = await Promise.all(
  Array.from({ length: EXPORTS_AT_ONCE / EXPORTS_AT_ONCE_PER_USER }, async () => {
    const person = await server.signUp();
    await addLargePhotos(server, person);
    return person;
  }),
);
const newcomer = await server.signUp();

test('an export ends when its client disconnects, and a user can run few at once', async () => {
  const [ada] = people as [(typeof people)[number]];
  const sockets = await Promise.all(
    Array.from({ length: EXPORTS_AT_ONCE_PER_USER }, () => beginExport(server.port, ada.token)),
  );
  for (const endpoint of [kit.exportData, kit.signExport]) {
    const { status, error, headers } = await ada.error(endpoint);
    assert.deepEqual([status, error], [429, exportErrors.exportsAtOnce(EXPORTS_AT_ONCE_PER_USER)]);
    assert.ok(headers.get('retry-after'));
  }
  await readExport(newcomer);
  for (const socket of sockets) socket.destroy();
  await waitFor('a place is free', async () => (await ada.send(kit.signExport)).ok);
});

test('when no place is left, a new export replaces the slowest that had a minute', async (t) => {
  const { addMinute } = mockClock(t);
  const exports = await takeAllPlaces(t);
  const slowest = 5;
  for (const [number, socket] of exports.entries())
    if (number !== slowest) await receivePart(socket);

  for (const endpoint of [kit.signExport, kit.exportData]) {
    const { status, headers } = await newcomer.error(endpoint);
    assert.equal(status, 503);
    assert.ok(headers.get('retry-after'));
  }
  addMinute();
  await newcomer.call(kit.signExport);
  // The second one takes the place that the first one has left.
  for (let count = 0; count < 2; count++) await readExport(newcomer);
  assert.deepEqual(await endedEarly(exports), [slowest]);
});

test('one of many exports from the same address is ended, rather than a slower one from another', async (t) => {
  const { addMinute } = mockClock(t);
  const phone = 3;
  const exports = await takeAllPlaces(t, { [phone]: '203.0.113.1' });
  for (const [number, socket] of exports.entries()) if (number !== phone) await receivePart(socket);
  addMinute();
  await readExport(newcomer);
  const ended = await endedEarly(exports);
  assert.equal(ended.length, 1);
  assert.notEqual(ended[0], phone);
});

/** Lets the clock of the server jump. */
function mockClock(t: TestContext) {
  const { now } = performance;
  let offsetMs = 0;
  t.mock.method(performance, 'now', () => now.call(performance) + offsetMs);
  return {
    addMinute() {
      offsetMs += 61_000;
    },
  };
}

/** Begins as many exports as allowed, some of them from other addresses. */
async function takeAllPlaces(t: TestContext, addresses: Record<number, string> = {}) {
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await waitFor('a place is free', async () => (await people[0]?.send(kit.signExport))?.ok);
  });
  for (const { token } of people)
    for (let count = 0; count < EXPORTS_AT_ONCE_PER_USER; count++) {
      const address = addresses[sockets.length] ?? '203.0.113.99';
      const header = `X-Forwarded-For: ${address}\r\n`;
      const socket = await beginExport(server.port, token, header);
      sockets.push(socket.on('error', () => {}));
    }
  return sockets;
}

/** Receives enough of an export that it is faster than an unread one. */
async function receivePart(socket: Socket) {
  socket.on('data', () => {
    if (socket.bytesRead > FAST_EXPORT_BYTES) socket.pause();
  });
  await waitFor('a part of it arrives', () => socket.isPaused());
}

/** Receives the rest of all exports. Returns the numbers of the incomplete ones. */
async function endedEarly(sockets: Socket[]) {
  const isComplete = ({ bytesRead }: Socket) => bytesRead > LARGE_EXPORT_BYTES;
  for (const socket of sockets) socket.removeAllListeners('data').resume();
  await waitFor('all have ended', () => sockets.every((one) => one.closed || isComplete(one)));
  return sockets.flatMap((socket, number) => (isComplete(socket) ? [] : [number]));
}
