import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { startTestServer } from '#server/testing/harness.ts';
import { gatherFromWorkers } from './cluster.ts';
import { addStateMetrics } from './state-metrics.ts';

const root = join(import.meta.dirname, '../..');
/** Added by Prometheus itself, or available on Linux only. */
const ELSEWHERE = [
  'up',
  ...(process.platform === 'linux' ? [] : ['process_open_fds', 'process_max_fds']),
];

const server = await startTestServer({ env: { METRICS_PORT: '0' } });
after(server.stop);
const exposed = new Set([
  ...ELSEWHERE,
  ...namesOfPool(),
  ...(await namesOfServer()),
  ...namesIn(await gatherFromWorkers()()),
]);

test('every alert uses metrics that the server has', async () => {
  const alerts = await readFile(join(root, 'deploy/prometheus/alerts.yml'), 'utf8');
  const expressions = [...alerts.matchAll(/^ +expr: *>?((?:.*\n)+?) +(?:for|labels):/gm)];
  assert.equal(expressions.length, alerts.match(/- alert:/g)?.length);
  for (const [, expression = ''] of expressions) checkNames(expression);
});

test('every panel and variable of the dashboard uses metrics that the server has', async () => {
  const text = await readFile(join(root, 'deploy/grafana/dashboard.json'), 'utf8');
  const { panels, templating } = JSON.parse(text) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { definition?: string }[] };
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(expressions.length > 0);
  for (const expression of expressions) checkNames(expression);
  const variables = templating.list.flatMap(({ definition }) => definition ?? []);
  for (const variable of variables)
    checkNames(/label_values\((.*), \w+\)/.exec(variable)?.[1] ?? '');
});

/** Fails unless an expression uses metrics, all of which are exposed. */
function checkNames(expression: string) {
  const names = expression
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z_]\w*\b(?!\s*\()/gi)
    ?.filter((word) => !KEYWORDS.has(word));
  assert.ok(names && names.length > 0, `${expression} names no metric`);
  for (const name of names) assert.ok(exposed.has(name), `${name} does not exist: ${expression}`);
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'offset', 'bool']);

/** Lists the names of all series that a server exposes, including histogram series. */
async function namesOfServer() {
  const response = await fetch(`http://127.0.0.1:${server.running.metricsPort}/metrics`);
  return namesIn(await response.text());
}

/** Lists the names that only a server on PostgreSQL exposes. */
function namesOfPool() {
  const registry = new Registry();
  const none = { running: 0, waiting: 0 };
  addStateMetrics(registry, {
    pool: () => ({ size: 0, max: 0, idle: 0, waiting: 0 }),
    streams: () => ({ open: 0, max: 0 }),
    passwordHashes: () => none,
    pictures: () => none,
    readOutbox: async () => ({ queued: 0, failed: 0, oldestSeconds: 0, overdueSeconds: 0 }),
  });
  return registry.getMetricsAsArray().map(({ name }) => name);
}

function namesIn(metrics: string) {
  return [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}
