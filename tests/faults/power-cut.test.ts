import { test } from 'node:test';
import { checkSqlite } from './integrity.ts';
import { cannotUseLoopDisk, mountLoopDisk } from './loop-disk.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const POWER_CUTS = 3;

test('a power cut under load loses no acknowledged item, change or photo', {
  skip: cannotUseLoopDisk(),
}, async (t) => {
  const disk = await mountLoopDisk(t);
  const server = await startRestartableServer(t, { DATA_DIR: disk.dataDir });
  const writers = await startWriters(t, server.url);
  for (let cuts = 0; cuts < POWER_CUTS; cuts++) {
    await writers.moreAcknowledged();
    await disk.cutPower(server);
    await server.start();
  }
  await writers.stop();
  report(t, {
    fault: `power cut under load (ext4), ${POWER_CUTS} times`,
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    ...(await writers.summary()),
  });
});
