import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createServerCopy, productionSettings } from '#server/testing/server-copy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const root = join(import.meta.dirname, '../..');
const isPostgres = Boolean(process.env.TEST_DATABASE_URL);
/** Series of Prometheus itself and of the blackbox exporter, or of servers on Linux, on PostgreSQL and with workers. */
const ELSEWHERE = [
  'up',
  'probe_ssl_earliest_cert_expiry',
  ...(process.platform === 'linux' ? [] : ['process_open_fds', 'process_max_fds']),
  ...(isPostgres
    ? []
    : [
        'database_pool_connections',
        'database_pool_max',
        'database_pool_waiting',
        'worker_restarts_total',
        'workers_unresponsive',
      ]),
];

const copy = await createServerCopy();
after(copy.remove);
const scraped = await scrapeServer();
const exposed = new Set([...ELSEWHERE, ...scraped.map((series) => /^\w+/.exec(series)?.[0] ?? '')]);

test('every alert uses metrics that a server has', async () => {
  const alerts = await readFile(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
  const expressions = [...alerts.matchAll(/^ +expr: *>?((?:.*\n)+?) +(?:for|labels):/gm)];
  assert.equal(expressions.length, alerts.match(/- alert:/g)?.length);
  for (const [, expression = ''] of expressions) checkSeries(expression);
});

test('every alert has a test in which it fires', async () => {
  const [alerts, tests] = await Promise.all(
    ['alerts.yml', 'alerts.test.yml'].map((name) =>
      readFile(join(root, 'deploy/prometheus', name), 'utf8'),
    ),
  );
  const names = (text = '', pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
  assert.deepEqual(names(tests, /alertname="(\w+)"/g), names(alerts, /- alert: (\w+)/g));
});

test('every panel and variable of the dashboard uses metrics that a server has', async () => {
  const text = await readFile(join(root, 'deploy/grafana/dashboard.json'), 'utf8');
  const { panels, templating } = JSON.parse(text) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { definition?: string }[] };
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(expressions.length > 0);
  for (const expression of expressions) checkSeries(expression);
  const variables = templating.list.flatMap(({ definition }) => definition ?? []);
  for (const variable of variables)
    checkSeries(/label_values\((.*), \w+\)/.exec(variable)?.[1] ?? '');
});

/** Fails unless an expression uses metrics, all of which are exposed, with the states that it names. */
function checkSeries(expression: string) {
  const names = expression
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z_]\w*\b(?!\s*\()/gi)
    ?.filter((word) => !KEYWORDS.has(word));
  assert.ok(names && names.length > 0, `${expression} names no metric`);
  for (const name of names) assert.ok(exposed.has(name), `${name} does not exist: ${expression}`);
  for (const [, name, state] of expression.matchAll(/(\w+)\{[^}]*\bstate="(\w+)"/g))
    assert.ok(scraped.includes(`${name}{state="${state}"}`), `${name} has no state ${state}`);
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'offset', 'bool']);

/**
 * Lists the series that a server in production has after a request and a garbage collection. On PostgreSQL it has two
 * workers.
 */
async function scrapeServer() {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const server = copy.start({
    ...productionSettings,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    WORKERS: isPostgres ? '2' : '1',
  });
  await server.prints(/listening/);
  await fetch(`http://127.0.0.1:${port}/api/health`);
  const text = await waitFor('the request and a garbage collection are counted', async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await response.text();
    return /^http_requests_total\{/m.test(text) && /^nodejs_gc_duration_/m.test(text) && text;
  });
  server.process.kill('SIGTERM');
  await server.ended;
  return [...text.matchAll(/^(\w+(?:\{.*\})?) \S+$/gm)].map(([, series = '']) => series);
}
