import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '#server/config.ts';
import { logError } from '#server/errors/log-error.ts';
import type { Log } from '#server/log/log.ts';
import { STOP_LIMIT_SECONDS, stopOnSignals } from './stop-signals.ts';

/** Limits how often a worker that ends at once is restarted. */
const REPLACE_AFTER_MS = 1000;
const REPLACE_AFTER_MAX_MS = 30_000;
/** How much longer than a worker this process waits during a stop. */
const STOP_GRACE_SECONDS = 5;

/** Runs worker processes that share one port. Replaces each that ends, until a signal stops all of them. */
export async function runWorkers(
  { workers, drainSeconds, metrics, inheritsSocket }: Config,
  log: Log,
) {
  // Each worker accepts from the socket, where connections wait during a restart. Otherwise this process accepts all of
  // them, and resets those that no worker takes any more.
  if (inheritsSocket) cluster.schedulingPolicy = cluster.SCHED_NONE;
  let metricsServer: { stop(): void } | undefined;
  if (metrics) {
    const { startPrimaryMetrics } = await import('#server/metrics/start-metrics.ts');
    metricsServer = await startPrimaryMetrics(metrics, log);
  }
  let replaceAfterMs = REPLACE_AFTER_MS;
  let isStarted = false;
  let isStopping = false;
  stopOnSignals(async () => {
    isStopping = true;
    const killAfterMs = (STOP_LIMIT_SECONDS + drainSeconds + 1) * 1000;
    await Promise.all(
      Object.values(cluster.workers ?? {}).map((worker) => stopWorker(worker, killAfterMs)),
    );
    metricsServer?.stop();
  }, drainSeconds + STOP_GRACE_SECONDS);
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (isStopping) return;
    // It has printed the reason.
    if (!isStarted) process.exit(1);
    log.error({ msg: 'a worker ended and is replaced', worker_pid: pid, code, signal });
    replaceLater();
  });
  cluster.on('listening', () => {
    replaceAfterMs = REPLACE_AFTER_MS;
  });

  // The first worker starts alone, so that a wrong setting is reported once and the others find a migrated database.
  await once(fork(), 'listening');
  isStarted = true;
  for (let number = 2; number <= workers && !isStopping; number++) fork();

  function fork() {
    const worker = cluster.fork();
    worker.on('error', onForkFailed);
    return worker;
  }

  /**
   * Continues without a worker if the system is out of memory, processes or file descriptors. The others still serve.
   */
  function onForkFailed(error: unknown) {
    logError(log, error, { msg: 'a worker could not be started' });
    if (isStarted) replaceLater();
    else process.exit(1);
  }

  /** Starts a worker after a pause, which grows while workers end before they listen. */
  function replaceLater() {
    setTimeout(() => {
      if (isStopping) return;
      try {
        fork();
      } catch (error) {
        onForkFailed(error);
      }
    }, replaceAfterMs);
    replaceAfterMs = Math.min(2 * replaceAfterMs, REPLACE_AFTER_MAX_MS);
  }
}

async function stopWorker(
  worker: NonNullable<typeof cluster.worker> | undefined,
  killAfterMs: number,
) {
  if (!worker || worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  // A blocked worker would outlive this process.
  using _kill = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs);
  await ended;
}
