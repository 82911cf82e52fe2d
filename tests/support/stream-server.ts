import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDependencies } from '#server/dependencies.ts';
import { silentLog } from '#server/log/log.ts';
import { createStreams } from '#server/sync/streams.ts';
import { createTestPerson } from './create-test-person.ts';

// usage: fork('tests/support/stream-server.ts', [PEOPLE, LIFETIME_MS, PING_EVERY_MS], { execArgv: ['--expose-gc'] })
// The kit's app, without features, whose streams end after LIFETIME_MS. Sends its port and the session tokens of new
// users to its parent, then its memory and connections whenever it receives a message.
export type StreamServer = { port: number; tokens: string[] };
export type StreamServerUsage = { connections: number; resident: number; heap: number };

const SITE = join(import.meta.dirname, '../../dist');
const [people, lifetimeMs, pingEveryMs] = process.argv.slice(2).map(Number);
const dependencies = await createDependencies(readConfig(), silentLog, {
  features: [],
  mailEveryMs: 1000,
});
const { sync, sessions } = dependencies;
const streams = createStreams({
  findLatest: sync.changes.latest,
  isSessionValid: async (token) => (await sessions.find(token)) !== undefined,
  lifetimeMs,
  pingEveryMs,
});
const { listener } = buildApp({ ...dependencies, sync: { ...sync, streams } }, SITE);
const server = createServer(listener).listen(0, '127.0.0.1', async () => {
  const tokens: string[] = [];
  for (let created = 0; created < (people ?? 0); created++)
    tokens.push((await createTestPerson(dependencies)).token);
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, tokens } satisfies StreamServer);
});

process.on('message', async () => {
  // The first collection only finalizes what the second one frees.
  globalThis.gc?.();
  await setImmediate();
  globalThis.gc?.();
  server.getConnections((_, connections) => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const resident = rss - youngGeneration();
    process.send?.({
      connections,
      resident,
      heap: heapUsed + external,
    } satisfies StreamServerUsage);
  });
});

/** Returns the size of V8's young generation. It grows under load of any kind, up to a fixed size. */
function youngGeneration() {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return space?.physical_space_size ?? 0;
}
