import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAMS_PER_USER } from '#server/sync/streams.ts';
import { nextMessage } from '#tests/support/next-message.ts';
import type { StreamServer, StreamServerUsage } from '#tests/support/stream-server.ts';

// Measures the memory of a server with idle streams, without V8's young generation: bytes per stream, and whether it is
// released when half of the clients disappear without closing their connections. A suspended process stands for them:
// it reads and closes nothing. The server keeps memory for later, so a release shows in the heap and in the second
// round. Not for Windows, which cannot suspend a process.
const STREAMS = 5000;
const ROUNDS = 2;
const LIFETIME_MS = 40_000;
const PING_EVERY_MS = 5000;

const folder = mkdtempSync(join(tmpdir(), 'kit-'));
const server = fork(
  'tests/support/stream-server.ts',
  [STREAMS / STREAMS_PER_USER, LIFETIME_MS, PING_EVERY_MS].map(String),
  {
    execArgv: ['--expose-gc'],
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: '' },
  },
);
try {
  const { port, tokens } = await nextMessage<StreamServer>(server);
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round}`.padEnd(34), 'connections  resident     heap');
    const before = await usage();
    print('before', before);

    const half = tokens.length / 2;
    const [present, gone] = await Promise.all([
      openStreams(port, tokens.slice(0, half)),
      openStreams(port, tokens.slice(half)),
    ]);
    // Every stream gets a ping.
    await sleep(PING_EVERY_MS + 2000);
    const idle = await usage();
    print('all idle', idle);
    const kilobytes = (what: 'resident' | 'heap') =>
      `${((idle[what] - before[what]) / STREAMS / 1024).toFixed(1)} KB`;
    console.log(
      '  for each stream'.padEnd(34),
      kilobytes('resident').padStart(22),
      kilobytes('heap').padStart(8),
    );

    gone.kill('SIGSTOP');
    present.kill();
    print('half closed, half gone silently', await usageWhen(STREAMS / 2));
    print('after their lifetime', await usageWhen(0));
    gone.kill('SIGKILL');
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function openStreams(port: number, tokens: string[]) {
  const clients = fork('tests/support/stream-clients.ts', [port, STREAMS_PER_USER].map(String));
  clients.send(tokens);
  await nextMessage(clients);
  return clients;
}

/** Waits until the server has this many connections. */
async function usageWhen(connections: number) {
  for (;;) {
    const current = await usage();
    if (current.connections <= connections) return current;
    await sleep(1000);
  }
}

function usage() {
  server.send('usage');
  return nextMessage<StreamServerUsage>(server);
}

function print(what: string, { connections, resident, heap }: StreamServerUsage) {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  console.log(
    `  ${what}`.padEnd(34),
    String(connections).padStart(11),
    megabytes(resident).padStart(10),
    megabytes(heap).padStart(8),
  );
}
