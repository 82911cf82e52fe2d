import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { stopOnSignals } from './stop-signals.ts';

/** Limits how often a worker that ends at once is started again. */
const REPLACE_AFTER_MS = 1000;
/** How much longer than a worker this process waits at a stop. */
const STOP_GRACE_SECONDS = 5;

/** Runs worker processes that share one port. Replaces each that ends, until a signal stops all of them. */
export async function runWorkers({ workers, drainSeconds, metrics }: Config, log: Log) {
  let metricsServer: { stop(): void } | undefined;
  if (metrics) {
    const { startPrimaryMetrics } = await import('./metrics/start-metrics.ts');
    metricsServer = await startPrimaryMetrics(metrics, log);
  }
  let isStarted = false;
  let isStopping = false;
  stopOnSignals(async () => {
    isStopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopWorker));
    metricsServer?.stop();
  }, drainSeconds + STOP_GRACE_SECONDS);
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return;
    // It has printed the reason.
    if (!isStarted) process.exit(1);
    log.error({ msg: 'a worker ended and is replaced', worker_pid: pid, code, signal });
    setTimeout(() => !isStopping && cluster.fork(), REPLACE_AFTER_MS);
  });

  // The first starts alone, so that a wrong setting is reported once and the others find a migrated database.
  await once(cluster.fork(), 'listening');
  isStarted = true;
  for (let number = 2; number <= workers && !isStopping; number++) cluster.fork();
}

async function stopWorker(worker: NonNullable<typeof cluster.worker> | undefined) {
  if (!worker || worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
