import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#tests/support/free-port.ts';
import type { Person } from '#tests/support/production-server.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { repeat, startMonitoredServer } from '../monitored-server.ts';
import type { Cause } from './cause.ts';

const READERS = 8;
/** More than both workers have connections. */
const MANY_READERS = 30;
const LOCKED_MS = 3000;

/** What happens to PostgreSQL while people read. */
export const databaseCauses: Cause[] = [
  {
    alert: 'SlowResponses',
    when: 'something else locks a table for seconds, again and again',
    async prepare(t) {
      const { postgres, prometheus } = await startWithReaders(t, READERS);
      const table = await connectToTable(t, postgres.url);
      let stop = async () => {};
      return {
        prometheus,
        bringAbout() {
          stop = repeat(t, 1, async () => {
            await table.lock();
            await sleep(LOCKED_MS);
            await table.unlock();
          });
        },
        end: () => stop(),
      };
    },
  },
  {
    alert: 'ServerErrors',
    when: 'the database cannot be reached',
    async prepare(t) {
      const { proxy, postgres, prometheus } = await startWithReaders(t, READERS);
      return {
        prometheus,
        bringAbout: async () => proxy.setTarget(await freePort()),
        end: () => proxy.setTarget(Number(new URL(postgres.url).port)),
      };
    },
  },
  {
    alert: 'DatabasePoolExhausted',
    when: 'statements wait for a lock on all connections',
    async prepare(t) {
      const { postgres, prometheus } = await startWithReaders(t, MANY_READERS);
      const { lock, unlock } = await connectToTable(t, postgres.url);
      return { prometheus, bringAbout: lock, end: unlock };
    },
  },
];

/** Starts a server with two workers that people read items from, and PostgreSQL behind a proxy. */
async function startWithReaders(t: TestContext, readers: number) {
  const postgres = await startPostgres();
  const proxy = await startTcpProxy(Number(new URL(postgres.url).port));
  t.after(async () => {
    proxy.close();
    await postgres.stop();
  });
  const DATABASE_URL = Object.assign(new URL(postgres.url), { port: proxy.port }).href;
  const server = await startMonitoredServer(t, { DATABASE_URL, WORKERS: '2' });
  repeat(t, readers, () => server.send('GET', '/api/items', server.people[0] as Person));
  return { ...server, postgres, proxy };
}

/** Connects to the database like another program, which can lock the table of the items. */
async function connectToTable(t: TestContext, url: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return {
    lock: () => client.query('begin; lock table items in access exclusive mode'),
    unlock: () => client.query('commit'),
  };
}
