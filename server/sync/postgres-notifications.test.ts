import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Query } from '#server/database/database.ts';
import { silentLog } from '#server/log/log.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { startNotifications } from './postgres-notifications.ts';

const skip = process.env.TEST_DATABASE_URL
  ? false
  : 'Several processes can share PostgreSQL only, and this run uses SQLite.';

test('a change in one process is announced by the streams of another', { skip }, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await ada.call(testItems.create, { body: { text: 'in the other process' } });
  await stream.receives(1);
  await other.as(ada.token).call(testItems.create, { body: { text: 'in the same process' } });
  await stream.receives(2);
});

test('after the listening connection was lost, missed changes are announced', {
  skip,
}, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await stream.receives(0);
  for (let number = 1; number <= 3; number++) {
    await endListeningConnections(one);
    await ada.call(testItems.create, { body: { text: 'missed' } });
    await stream.receives(number);
  }
});

test('a listening connection that is lost silently is replaced', { skip }, async (t) => {
  const server = await startTestServer();
  t.after(server.stop);
  const proxy = await startProxy(t, server.config.databaseUrl as string);
  const received: number[] = [];
  const notifications = startNotifications({
    url: proxy.url,
    query: server.query,
    log: silentLog,
    userIds: () => [],
    onChange: (_, seq) => received.push(seq),
    probeEveryMs: 250,
  });
  t.after(notifications.stop);
  const arrives = (seq: number) =>
    waitFor(`${seq} arrives`, async () => {
      await notifications.send(new Map([['ada', seq]]));
      return received.includes(seq);
    });
  await arrives(1);
  proxy.stall();
  await arrives(2);
});

test('while the database does not respond, one query waits and no more are sent', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let asked = 0;
  const pending = {
    selectFrom: () => pending,
    select: () => pending,
    where: () => pending,
    execute: () => new Promise(() => asked++),
  };
  const notifications = startNotifications({
    url: 'postgres://127.0.0.1:1/none',
    query: pending as unknown as Query,
    log: silentLog,
    userIds: () => ['ada'],
    onChange() {},
  });
  t.after(notifications.stop);
  t.mock.timers.tick(10_000);
  assert.equal(asked, 1);
});

test('a session that was ended in one process ends its streams in another', { skip }, async () => {
  const [one, other] = await startTwo();
  const ada = await one.signUp();
  await using stream = await openStream(other, ada);
  await stream.receives(0);
  await ada.call(kit.logout);
  await other.running.sync.streams.recheck(ada.user.id);
  await stream.ends();
});

test('a stop right after the start does not wait for the listening connection', {
  skip,
}, async () => {
  for (let starts = 0; starts < 3; starts++) await (await startTestServer()).stop();
});

/** Starts two servers on one database. */
async function startTwo() {
  const one = await startTestServer();
  const other = await startTestServer({ env: { DATABASE_URL: one.config.databaseUrl } });
  after(async () => {
    await other.stop();
    await one.stop();
  });
  return [one, other] as const;
}

/** Ends the connections that listen, as a restart of the database would. */
async function endListeningConnections({ query }: TestServer) {
  await waitFor('a connection was ended', async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen %' and datname = current_database()`.execute(query);
    return rows.length > 0;
  });
}

/** Forwards connections to a database. `stall` blocks the open ones without closing them. */
async function startProxy(t: TestContext, url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) sockets.add(socket.on('error', () => {}));
    client.pipe(database).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return {
    url: Object.assign(new URL(url), { port: (proxy.address() as AddressInfo).port }).href,
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
