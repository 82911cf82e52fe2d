import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  Registry,
} from 'prom-client';

type Metrics = MetricObjectWithValues<never>[];
type ToWorker = { kind: 'metrics-wanted' } | { kind: 'all-metrics'; text: string };
type ToPrimary = { kind: 'metrics'; metrics: Metrics } | { kind: 'all-metrics-wanted' };

// Longer than a worker waits for its database and its disk.
const WORKER_LIMIT_MS = 2500;
const PRIMARY_LIMIT_MS = 2 * WORKER_LIMIT_MS;

/**
 * Returns a function that reads the metrics of all workers as one text. Call it in the primary process before it forks.
 * prom-client's own aggregator fails while a worker does not respond, and its counters drop when a worker ends, which
 * Prometheus would mistake for a burst of requests.
 */
export function gatherFromWorkers() {
  const latest = new Map<number, Metrics>();
  let ofEnded: Metrics = [];
  let reading: Promise<string> | undefined;
  const own = new Registry();
  const restarts = new Counter({
    name: 'worker_restarts_total',
    help: 'Workers that ended and were replaced.',
    registers: [own],
  });
  const unresponsive = new Gauge({
    name: 'workers_unresponsive',
    help: 'Workers that did not send their metrics in time.',
    registers: [own],
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process that starts the workers, in seconds since the Unix epoch.',
    registers: [own],
  }).set(Math.round(performance.timeOrigin / 1000));

  cluster.on('message', async (worker, message: ToPrimary) => {
    if (message?.kind === 'metrics') latest.set(worker.id, message.metrics);
    if (message?.kind === 'all-metrics-wanted')
      send(worker, { kind: 'all-metrics', text: await read() });
  });
  cluster.on('exit', ({ id }) => {
    restarts.inc();
    const totals = (latest.get(id) ?? []).filter(({ type }) => TOTALS.has(String(type)));
    latest.delete(id);
    ofEnded = sum([ofEnded, totals]).getMetricsAsArray() as unknown as Metrics;
  });
  return read;

  /** Shares one reading among concurrent callers. */
  function read() {
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readAll() {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const responded = await Promise.all(workers.map(ask));
    unresponsive.set(responded.filter((hasResponded) => !hasResponded).length);
    return (await sum([ofEnded, ...latest.values()]).metrics()) + (await own.metrics());
  }
}

/** Sends this worker's metrics when the primary asks. Returns a function that reads the metrics of all workers. */
export function connectToPrimary(registry: Registry) {
  let waiting: PromiseWithResolvers<string> | undefined;

  process.on('message', async (message: ToWorker) => {
    if (message?.kind === 'all-metrics') waiting?.resolve(message.text);
    if (message?.kind === 'metrics-wanted')
      send(process, { kind: 'metrics', metrics: (await registry.getMetricsAsJSON()) as Metrics });
  });

  return async () => {
    waiting ??= Promise.withResolvers();
    send(process, { kind: 'all-metrics-wanted' });
    const text = await Promise.race([
      waiting.promise,
      sleep(PRIMARY_LIMIT_MS, undefined, { ref: false }),
    ]);
    waiting = undefined;
    if (text === undefined) throw new Error('The primary process does not send the metrics.');
    return text;
  };
}

/** The types of metrics that only grow. A worker's values still count after its end. */
const TOTALS = new Set(['counter', 'histogram']);

const sum = (metrics: Metrics[]) => AggregatorRegistry.aggregate(metrics);

/** Asks a worker for its metrics. Returns false if it does not respond; then its last ones are used. */
async function ask(worker: Worker) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onMessage = ({ kind }: ToPrimary) => kind === 'metrics' && resolve(true);
  worker.on('message', onMessage);
  send(worker, { kind: 'metrics-wanted' });
  const hasResponded = await Promise.race([promise, sleep(WORKER_LIMIT_MS, false, { ref: false })]);
  worker.off('message', onMessage);
  return hasResponded;
}

/** Sends a message. If it cannot be delivered, the sender notices the missing response. */
function send(to: Worker | NodeJS.Process, message: ToWorker | ToPrimary) {
  to.send?.(message, undefined, undefined, () => {});
}
