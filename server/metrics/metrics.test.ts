import assert from 'node:assert/strict';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { BACKUP_FAILURE } from '#server/health/data-folder.ts';
import { silentLog } from '#server/log/log.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import { openStream } from '#server/testing/event-stream.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { serveMetrics } from './serve-metrics.ts';

const TOKEN = 'a-token-that-only-prometheus-knows';

// Emails wait in the outbox, so that a test can count them.
const server = await startTestServer({ env: { METRICS_PORT: '0' }, mailEveryMs: 3_600_000 });
after(server.stop);
const metricsUrl = `http://127.0.0.1:${server.running.metricsPort}/metrics`;

test('requests are counted and timed by method, contract route and status', async () => {
  const ada = await server.signUp();
  await ada.call(testItems.list);
  await ada.error(kit.signFile, { params: { path: 'my-secret-name.png' } });
  await server.error(kit.me, { token: 'not a token' });
  await fetch(`${server.url}/api/my-secret-path`);
  await fetch(`${server.url}/login`);
  await fetch(`${server.url}/my-secret-page`);
  const text = await scrape();
  for (const [labels, count] of [
    ['method="GET",route="/api/items",status="200"', 1],
    ['method="GET",route="/api/file/url/:path",status="404"', 1],
    ['method="GET",route="/api/auth/me",status="401"', 1],
    ['method="GET",route="unknown",status="404"', 1],
    ['method="GET",route="page",status="200"', 1],
    ['method="GET",route="page",status="404"', 1],
  ] as const)
    assert.equal(readValue(text, `http_requests_total{${labels}}`), count, labels);
  const durations = 'http_request_duration_seconds';
  assert.equal(readValue(text, `${durations}_count{method="GET",route="/api/items"}`), 1);
  assert.equal(readValue(text, `${durations}_bucket{le="+Inf",method="GET",route="page"}`), 2);
  assert.doesNotMatch(text, /my-secret/);
});

test('a method that no endpoint uses gets no label of its own', async () => {
  await fetch(`${server.url}/api/items`, { method: 'PROPFIND' });
  assert.equal(
    readValue(
      await scrape(),
      'http_requests_total{method="other",route="/api/items",status="405"}',
    ),
    1,
  );
});

test('open streams are a gauge, and their duration does not count as latency', async () => {
  const ada = await server.signUp();
  {
    await using _stream = await openStream(server, ada);
    assert.equal(readValue(await scrape(), 'event_streams'), 1);
  }
  const requests = 'http_requests_total{method="GET",route="/api/changes/stream",status="200"}';
  await waitFor('the stream is counted', async () => readValue(await scrape(), requests) === 1);
  const text = await scrape();
  assert.equal(readValue(text, 'event_streams'), 0);
  assert.doesNotMatch(text, /duration_seconds_count\{[^}]*stream/);
});

test('the outbox is described by its queued and failed emails and by their age', async () => {
  const row = {
    kind: 'reset' as const,
    registration_id: null,
    attempts: 1,
    created_at: fromNow({ hours: -2 }),
    next_attempt_at: fromNow({ minutes: -3 }),
    failed_at: null,
  };
  await server.query
    .insertInto('outbox')
    .values([
      { ...row, id: 'due', recipient: 'a@example.com' },
      { ...row, id: 'later', recipient: 'b@example.com', next_attempt_at: fromNow({ hours: 1 }) },
      { ...row, id: 'failed', recipient: 'c@example.com', failed_at: fromNow({ hours: -1 }) },
    ])
    .execute();
  const text = await scrape();
  assert.equal(readValue(text, 'mail_outbox_emails{state="queued"}'), 2);
  assert.equal(readValue(text, 'mail_outbox_emails{state="failed"}'), 1);
  assert.equal(Math.floor((readValue(text, 'mail_outbox_oldest_seconds') ?? 0) / 3600), 2);
  assert.equal(Math.floor((readValue(text, 'mail_outbox_overdue_seconds') ?? 0) / 60), 3);
});

test('the newest complete backup, the last failure and the disk of the data folder are gauges', async () => {
  const { dataDir } = server.config;
  const backups = join(dataDir, 'backups');
  const read = async () => {
    const text = await scrape();
    return ['newest', 'last_failure'].map((name) =>
      readValue(text, `backup_${name}_timestamp_seconds`),
    );
  };
  assert.deepEqual(await read(), [0, 0]);
  await mkdir(join(backups, '3.tgz.part'), { recursive: true });
  for (const [file, time] of [
    [join(backups, '1.tgz'), 1_700_000_000],
    [join(backups, '2.tgz'), 1_600_000_000],
    [join(dataDir, BACKUP_FAILURE), 1_650_000_000],
  ] as const) {
    await writeFile(file, '');
    await utimes(file, time, time);
  }
  assert.deepEqual(await read(), [1_700_000_000, 1_650_000_000]);
  await rm(backups, { recursive: true });
  assert.deepEqual(await read(), [0, 1_650_000_000]);

  const text = await scrape();
  const free = readValue(text, 'data_disk_free_bytes') ?? 0;
  assert.ok(free > 0 && free < (readValue(text, 'data_disk_size_bytes') ?? 0));
});

test('while the data folder cannot be read, the other metrics are still served', async (t) => {
  const other = await startTestServer({ env: { METRICS_PORT: '0' } });
  t.after(other.stop);
  const { dataDir } = other.config;
  await rename(dataDir, `${dataDir}-elsewhere`);
  const text = await scrape(`http://127.0.0.1:${other.running.metricsPort}/metrics`);
  await rename(`${dataDir}-elsewhere`, dataDir);
  assert.equal(readValue(text, 'data_disk_free_bytes'), undefined);
  assert.equal(readValue(text, 'event_streams'), 0);
});

test('running and waiting work on passwords and pictures is measured by gauges', async () => {
  const text = await scrape();
  for (const name of ['password_hashes', 'picture_jobs'])
    for (const state of ['running', 'waiting'])
      assert.equal(readValue(text, `${name}{state="${state}"}`), 0, `${name} ${state}`);
});

test('the connections to PostgreSQL are gauges', {
  skip: server.running.database.engine === 'postgres' ? false : 'SQLite has no connections',
}, async () => {
  const text = await scrape();
  assert.equal(readValue(text, 'database_pool_waiting'), 0);
  assert.ok((readValue(text, 'database_pool_connections{state="idle"}') ?? 0) > 0);
  assert.ok((readValue(text, 'database_pool_max') ?? 0) > 0);
});

test('memory, CPU time and the delay of the event loop are included', async () => {
  const text = await scrape();
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    assert.notEqual(readValue(text, name), undefined, name);
});

test('without a database the other metrics are still served', async (t) => {
  const other = await startTestServer({ env: { METRICS_PORT: '0' } });
  t.after(other.stop);
  await other.query.destroy();
  const text = await scrape(`http://127.0.0.1:${other.running.metricsPort}/metrics`);
  assert.equal(readValue(text, 'event_streams'), 0);
  assert.equal(readValue(text, 'mail_outbox_overdue_seconds'), undefined);
});

test('the port of the metrics serves nothing else, and the port of the site does not serve them', async () => {
  assert.equal((await fetch(metricsUrl.replace('/metrics', '/api/health'))).status, 404);
  assert.equal((await fetch(metricsUrl, { method: 'POST' })).status, 405);
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
});

test('with only a token, the site serves the metrics to clients with the token', async (t) => {
  const other = await startTestServer({ env: { METRICS_TOKEN: TOKEN } });
  t.after(other.stop);
  await requiresToken(`${other.url}/metrics`);
});

test('with a port and a token the port requires the token', async (t) => {
  const other = await startTestServer({ env: { METRICS_PORT: '0', METRICS_TOKEN: TOKEN } });
  t.after(other.stop);
  await requiresToken(`http://127.0.0.1:${other.running.metricsPort}/metrics`);
  assert.equal((await fetch(`${other.url}/metrics`)).status, 404);
});

test('without a setting there are no metrics', async (t) => {
  const other = await startTestServer();
  t.after(other.stop);
  assert.equal(other.running.metricsPort, undefined);
  assert.equal((await fetch(`${other.url}/metrics`)).status, 404);
});

test('a port that is in use stops the start with one line', async () => {
  const port = Number(new URL(metricsUrl).port);
  await assert.rejects(
    serveMetrics({ port, host: '127.0.0.1' }, async () => {}, silentLog),
    (error) => {
      assert.ok(error instanceof InvalidSetting);
      assert.match(error.message, /^METRICS_PORT: [^\n]*in use[^\n]*$/);
      return true;
    },
  );
});

async function requiresToken(url: string) {
  for (const Authorization of ['', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    const response = await fetch(url, { headers: { Authorization } });
    assert.deepEqual([response.status, await response.text()], [401, ''], Authorization);
  }
  assert.match(await scrape(url, { Authorization: `Bearer ${TOKEN}` }), /^event_streams 0$/m);
}

async function scrape(url = metricsUrl, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

/** Returns the value of a series. */
function readValue(text: string, series: string) {
  const line = text.split('\n').find((line) => line.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
