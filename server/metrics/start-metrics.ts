import cluster from 'node:cluster';
import type { MetricsConfig } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { pathOf } from '#server/http/request-target.ts';
import type { Log } from '#server/log/log.ts';
import { connectToPrimary, gatherFromWorkers } from './cluster.ts';
import { createMetrics } from './metrics.ts';
import type { RequestListener } from './request-metrics.ts';
import {
  createMetricsHandler,
  METRICS_PATH,
  type MetricsHandler,
  serveMetrics,
} from './serve-metrics.ts';

/** Starts the metrics of a process that serves requests. A worker of a cluster serves the metrics of all workers. */
export async function startMetrics(config: MetricsConfig, dependencies: Dependencies) {
  const { registry, measure } = createMetrics(dependencies);
  const text = cluster.isWorker ? connectToPrimary(registry) : () => registry.metrics();
  const handle = createMetricsHandler(config, dependencies.log, text);
  const server = cluster.isWorker ? undefined : await listen(config, handle);

  return {
    port: server?.port,

    /** Wraps the site's listener: measures its requests, and serves the metrics if they have no separate port. */
    wrap(listener: RequestListener): RequestListener {
      const measured = measure(listener);
      if (config.port !== undefined) return measured;
      return (request, response) =>
        pathOf(request) === METRICS_PATH ? handle(request, response) : measured(request, response);
    },
    stop: () => server?.stop(),
  };
}

/** Starts the metrics of a cluster's primary process, before it forks the workers. */
export async function startPrimaryMetrics(config: MetricsConfig, log: Log) {
  return listen(config, createMetricsHandler(config, log, gatherFromWorkers()));
}

async function listen({ port, host }: MetricsConfig, handle: MetricsHandler) {
  return port === undefined ? undefined : serveMetrics({ port, host }, handle);
}
