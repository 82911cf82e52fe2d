import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cannotMount } from '#tests/support/cannot-mount.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { mountSmallDisk } from './small-disk.ts';
import { startWriters } from './writers.ts';

const DISK_MB = 12;

test('on a full disk writes get 503, reads work, the server is not ready, and no acknowledged write is lost', {
  skip: cannotMount(),
}, async (t) => {
  const { disk, server, writers } = await startOnSmallDisk(t);
  const filler = join(disk, 'filler');
  fill(filler);
  await waitFor('writes are rejected', () => writers.outcomes.has(503));
  await waitFor('it is not ready', async () => (await ready(server.url)) === 503);
  assert.equal((await writers.list()).status, 200);

  await rm(filler);
  await waitFor('it is ready', async () => (await ready(server.url)) === 200);
  await writers.moreAcknowledged();
  await writers.stop();
  assert.deepEqual([...writers.outcomes.keys()].sort(), [200, 201, 503]);
  report(t, {
    fault: 'full disk, then space again',
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    ...(await writers.summary()),
  });
  await server.stop();
});

async function startOnSmallDisk(t: TestContext) {
  const disk = await mountSmallDisk(t, DISK_MB);
  const server = await startRestartableServer(t, { DATA_DIR: join(disk, 'data') });
  assert.equal(await ready(server.url), 200);
  const writers = await startWriters(t, server.url);
  await writers.moreAcknowledged();
  return { disk, server, writers };
}

async function ready(url: string) {
  const response = await fetch(`${url}/api/ready`);
  await response.text();
  return response.status;
}

/** Writes to a file until the disk is full. */
function fill(file: string) {
  const descriptor = openSync(file, 'w');
  try {
    for (const block of [Buffer.alloc(64 * 1024), Buffer.alloc(512)])
      try {
        for (;;) writeSync(descriptor, block);
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
      }
  } finally {
    closeSync(descriptor);
  }
}
