import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, rmSync, statSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import { databaseFile } from '#server/database/database-file.ts';
import { checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const WRITES = 40;
const HALF_A_FRAME_BYTES = 2060;

test('with a torn write-ahead log, the server starts and has everything stored before the tear', async (t) => {
  const server = await startRestartableServer(t);
  const { dataDir } = server;
  const log = `${databaseFile(dataDir)}-wal`;
  const writers = await startWriters(t, server.url);
  await writers.moreAcknowledged();
  await writers.stop();
  // Stopping empties the log, so that its size then shows where each write ends.
  await server.stop();
  await server.start();
  const written: { writes: number; logBytes: number }[] = [];
  while (written.length < WRITES)
    written.push({ writes: await writers.writeOnce(), logBytes: statSync(log).size });
  await server.kill();

  const intact = `${dataDir}-intact`;
  cpSync(dataDir, intact, { recursive: true });
  const size = statSync(log).size;
  for (const { damage, intactBytes, tail } of [
    { damage: 'cut in its last frame', intactBytes: size - HALF_A_FRAME_BYTES },
    { damage: 'cut in its middle', intactBytes: Math.floor(size / 2) },
    {
      damage: 'followed by half a frame of garbage',
      intactBytes: size,
      tail: randomBytes(HALF_A_FRAME_BYTES),
    },
    { damage: 'followed by zeros', intactBytes: size, tail: Buffer.alloc(4 * HALF_A_FRAME_BYTES) },
    {
      damage: 'with garbage in its last frame',
      intactBytes: size - HALF_A_FRAME_BYTES,
      tail: randomBytes(HALF_A_FRAME_BYTES),
    },
  ]) {
    rmSync(dataDir, { recursive: true });
    cpSync(intact, dataDir, { recursive: true });
    truncateSync(log, intactBytes);
    if (tail) appendFileSync(log, tail);
    const stored = written.findLast(({ logBytes }) => logBytes <= intactBytes)?.writes;
    await server.start();
    report(t, {
      fault: `write-ahead log ${damage}`,
      engine: 'SQLite',
      integrity: checkSqlite(dataDir),
      ...(await writers.summary(stored)),
    });
    await server.kill();
  }
});
