import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createPeople, type Person, productionSettings } from '#tests/support/production-server.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { startPrometheus } from './prometheus.ts';
import { startRestartableServer } from './restartable-server.ts';

const PAUSE_MS = 50;

/** Starts a server as in production behind a proxy, with accounts, and a Prometheus that scrapes it. */
export async function startMonitoredServer(
  t: TestContext,
  settings: NodeJS.ProcessEnv = {},
  peopleCount = 1,
) {
  const folder = await mkdtemp(join(tmpdir(), 'monitored-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const env = {
    ...productionSettings(port, join(folder, 'data')),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    ...settings,
  };
  const people = await createPeople(env, [testItemsServer], peopleCount);
  const server = await startRestartableServer(t, env);
  const prometheus = await startPrometheus(t, [
    { job_name: 'app', static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] },
  ]);

  return {
    server,
    env,
    port,
    people,
    prometheus,

    /** Sends a request of a person. Returns the status. */
    async send(method: string, path: string, { token, address }: Partial<Person>, body?: object) {
      const isForm = body instanceof FormData;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(address && { 'X-Forwarded-For': address }),
          ...(body && !isForm && { 'Content-Type': 'application/json' }),
        },
        body: isForm ? body : (JSON.stringify(body) ?? null),
      });
      await response.bytes();
      return response.status;
    },
  };
}

/** Starts a server with two workers on PostgreSQL, and a Prometheus that scrapes it. */
export async function startMonitoredWorkers(t: TestContext) {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  return startMonitoredServer(t, { DATABASE_URL: postgres.url, WORKERS: '2' });
}

/** Lets several clients repeat something. Returns a function that stops them, which the end of the test calls too. */
export function repeat(
  t: TestContext,
  clients: number,
  work: (client: number) => Promise<unknown>,
) {
  let isStopped = false;
  const ended = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (!isStopped) {
        // A failure may be what the test is about.
        await work(client).catch(() => {});
        await sleep(PAUSE_MS);
      }
    }),
  );
  const stop = async () => {
    isStopped = true;
    await ended;
  };
  t.after(stop);
  return stop;
}
