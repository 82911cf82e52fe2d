import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lacksPrograms } from '#tests/support/find-program.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { signIn } from './accounts.ts';
import { checkPostgres } from './integrity.ts';
import { startReplicatedPostgres } from './replicated-postgres.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const skip = lacksPrograms('pg_ctlcluster');
const WITHOUT_STANDBY_MS = 1000;

test('a primary that is killed under load and returns loses nothing, and both servers recover', {
  skip,
}, async (t) => {
  const { cluster, ...servers } = await startServers(t);
  cluster.primary.kill();
  await waitFor('PostgreSQL starts again', () => succeeds(cluster.primary.start));
  await finish(t, servers, cluster.urlOf(cluster.primary.port), 'primary killed, returns');
});

test('a standby that replaces a killed primary has every acknowledged write', {
  skip,
}, async (t) => {
  const { cluster, ...servers } = await startServers(t);
  // Writes acknowledged from now on are not on the standby.
  const endReceiver = cluster.freezeReplication();
  await sleep(WITHOUT_STANDBY_MS);
  cluster.primary.kill();
  endReceiver();
  await waitFor('the standby is promoted', () => succeeds(cluster.standby.promote));
  servers.proxy.setTarget(cluster.standby.port);
  await finish(t, servers, cluster.urlOf(cluster.standby.port), 'primary killed, standby promoted');
});

/** Starts two servers on one database behind an address that stays the same, with writers on both. */
async function startServers(t: TestContext) {
  const cluster = await startReplicatedPostgres(t);
  const proxy = await startTcpProxy(cluster.primary.port);
  t.after(proxy.close);
  const DATABASE_URL = cluster.urlOf(proxy.port);
  const a = await startRestartableServer(t, { DATABASE_URL });
  const b = await startRestartableServer(t, { DATABASE_URL, DATA_DIR: a.dataDir });
  const writers = [await startWriters(t, a.url), await startWriters(t, b.url)];
  for (const one of writers) await one.moreAcknowledged();
  return { cluster, proxy, writers, urls: [a.url, b.url] };
}

/** Waits until both servers work again. Reports how long that took and what was lost. */
async function finish(
  t: TestContext,
  { writers, urls }: Pick<Awaited<ReturnType<typeof startServers>>, 'writers' | 'urls'>,
  url: string,
  fault: string,
) {
  await waitFor('PostgreSQL accepts writes', () => acceptsWrites(url));
  const since = performance.now();
  await Promise.all(urls.map((url) => waitFor('the server accepts writes', () => signsIn(url))));
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  for (const one of writers) await one.moreAcknowledged();
  for (const one of writers) await one.stop();
  const summaries = await Promise.all(writers.map((one) => one.summary()));
  const total = (name: 'acknowledged' | 'missing') =>
    summaries.reduce((sum, summary) => sum + summary[name], 0);
  report(t, {
    fault: `${fault}; two servers, which work again ${seconds} s after the database`,
    engine: 'PostgreSQL',
    integrity: await checkPostgres(url),
    acknowledged: total('acknowledged'),
    missing: total('missing'),
    responses: summaries.map(({ responses }) => responses).join('; '),
  });
}

/** Signs in, which writes to the database. */
const signsIn = async (url: string) => (await signIn(url)) !== undefined;

function succeeds(work: () => void) {
  try {
    work();
    return true;
  } catch {
    // Processes of the server are still ending.
    return false;
  }
}

async function acceptsWrites(url: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    return !rows[0].standby;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
