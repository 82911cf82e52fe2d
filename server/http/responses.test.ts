import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { apiMessages } from '#shared/messages.ts';
import { respond } from './responses.ts';

const outages = {
  'a full disk under SQLite': { code: 'ERR_SQLITE_ERROR', errcode: 13 },
  'a SQLite file that became read-only': { code: 'ERR_SQLITE_ERROR', errcode: 8 },
  'a locked SQLite file': { code: 'ERR_SQLITE_ERROR', errcode: 5 },
  'a failing disk under SQLite, in its extended code': { code: 'ERR_SQLITE_ERROR', errcode: 778 },
  'a PostgreSQL that is not there': { code: 'ECONNREFUSED' },
  'a PostgreSQL that is shutting down': { code: '57P01' },
  'a PostgreSQL with no connection left': { code: '53300' },
  'a PostgreSQL that became read-only': { code: '25006' },
  'a lock that PostgreSQL did not give in time': { code: '55P03' },
  'a statement that took PostgreSQL too long': { code: '57014' },
  'two transactions of PostgreSQL that waited for each other': { code: '40P01' },
  'a connection that broke': { message: 'Connection terminated unexpectedly' },
  'a full disk under the photos': { code: 'ENOSPC' },
};

test('an outage of the database or the disk gets 503 with Retry-After', async () => {
  for (const [what, error] of Object.entries(outages)) {
    const { status, headers, body, lines } = await respondToFailure(error);
    assert.equal(status, 503, what);
    assert.ok(Number(headers.get('Retry-After')) > 0);
    assert.deepEqual(body, { success: false, error: apiMessages.unavailable });
    assert.equal(lines.length, 2);
  }
});

test('any other error gets 500 and a general message', async () => {
  const failures = [
    { code: 'ERR_SQLITE_ERROR', errcode: 1, message: 'no such table: users' },
    { code: '42P01', message: 'relation "users" does not exist' },
    { message: '/home/app/data: secret' },
  ];
  for (const failure of failures) {
    const { status, body, lines } = await respondToFailure(failure);
    assert.equal(status, 500);
    assert.deepEqual(body, {
      success: false,
      error: 'An unexpected error occurred. Please try again.',
    });
    assert.ok(lines.join('').includes(failure.message.slice(0, 8)));
  }
});

async function respondToFailure(properties: object) {
  const { log, lines } = createMemoryLog();
  const server = createServer((request, response) =>
    respond({ request, response, path: '/', address: '', headers: {} }, log, () =>
      Promise.reject(Object.assign(new Error(), properties)),
    ),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
  server.close();
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    lines,
  };
}
