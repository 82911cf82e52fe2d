import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findProgram } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** The subset of a scrape job's settings that the tests use. */
export type ScrapeJob = {
  job_name: string;
  static_configs: { targets: string[] }[];
  metrics_path?: string;
  params?: Record<string, string[]>;
};

const SECONDS = { m: 3, h: 10, d: 240 };
const EMAIL_AGE_FACTOR = 100;

/** The delivered alert rules, in which only times are shorter. */
const rules = shortenTimes(readFileSync('deploy/prometheus/alerts.yml', 'utf8'));

export const alertNames = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** Starts a real Prometheus with the alert rules. It scrapes once in each shortened minute. */
export async function startPrometheus(t: TestContext, jobs: ScrapeJob[]) {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = {
    global: { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: jobs,
  };
  await writeFile(join(folder, 'alerts.yml'), rules);
  // JSON is also YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const prometheus = spawn(
    findProgram('prometheus') as string,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(prometheus, 'exit');
  t.after(async () => {
    prometheus.kill();
    await ended;
    await rm(folder, { recursive: true });
  });
  await waitFor('Prometheus is ready', async () => {
    if (prometheus.exitCode !== null) throw new Error('Prometheus ended');
    const response = await fetch(`${url}/-/ready`).catch(() => undefined);
    return response?.ok;
  });

  return {
    /** Lists the names of the alerts in one of the states. */
    async alerts(...states: AlertState[]) {
      const { alerts } = await read<{ alerts: Alert[] }>('/api/v1/alerts');
      return alerts
        .filter(({ state }) => states.includes(state))
        .map(({ labels }) => labels.alertname);
    },

    /** Evaluates an expression. Returns the value of its first series, or undefined if there is none. */
    async value(expression: string) {
      const path = `/api/v1/query?${new URLSearchParams({ query: expression })}`;
      const [first] = (await read<{ result: { value: [number, string] }[] }>(path)).result;
      return first && Number(first.value[1]);
    },
  };

  async function read<Data>(path: string) {
    const response = await fetch(url + path);
    return ((await response.json()) as { data: Data }).data;
  }
}

type AlertState = 'pending' | 'firing';
type Alert = { state: AlertState; labels: { alertname: string } };

/**
 * Shortens the durations of alert rules and the ages of emails. A minute still contains a scrape, and the ages of files
 * and certificates stay, because these can be made as old as needed.
 */
function shortenTimes(text: string) {
  return text
    .replace(
      /\b(\d+)([mhd])\b/g,
      (_, count, unit: keyof typeof SECONDS) => `${count * SECONDS[unit]}s`,
    )
    .replace(
      /(mail_outbox_\w+_seconds\{.*\}\)) > (\d+)/g,
      (_, age, seconds) => `${age} > ${seconds / EMAIL_AGE_FACTOR}`,
    );
}
