import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { waitFor } from '#tests/support/wait-for.ts';
import { checkSqlite } from './integrity.ts';
import { cannotUseLoopDisk, mountLoopDisk } from './loop-disk.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

test('writes that a failing disk cannot synchronise get 503, and no acknowledged write is lost', {
  skip: cannotUseLoopDisk('strace'),
}, async (t) => {
  const disk = await mountLoopDisk(t);
  const server = await startRestartableServer(t, { DATA_DIR: disk.dataDir });
  const writers = await startWriters(t, server.url);
  const rejected = () => writers.outcomes.get(503) ?? 0;
  await writers.moreAcknowledged();

  const works = await failFsync(server.pid);
  await waitFor('writes are rejected', () => rejected() > 0);
  await works();
  await writers.moreAcknowledged();

  // A write that was acknowledged without being synchronised would be lost in a power cut.
  await failFsync(server.pid);
  const before = rejected();
  await waitFor('writes are rejected', () => rejected() > before + 20);
  await disk.cutPower(server);
  await server.start();
  await writers.moreAcknowledged();
  await writers.stop();
  report(t, {
    fault: 'fsync fails with EIO, then works, then fails until a power cut',
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    ...(await writers.summary()),
  });
});

/** Makes every fsync of a process fail. Returns a function that stops this. */
async function failFsync(pid: number) {
  const strace = spawn(
    'strace',
    ['-f', '-p', String(pid), '-e', 'inject=fsync,fdatasync:error=EIO', '-o', '/dev/null'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(strace, 'exit');
  // "strace: Process 123 attached"
  await once(strace.stderr, 'data');
  strace.stderr.resume();
  return async () => {
    strace.kill('SIGINT');
    await ended;
  };
}
