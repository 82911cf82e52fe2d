import cluster from 'node:cluster';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { passwordQueue } from '#server/auth/password-queue.ts';
import type { MetricsConfig } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { pathOf } from '#server/http/request-target.ts';
import type { Log } from '#server/log/log.ts';
import { readOutbox } from '#server/mail/outbox.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { connectToPrimary, gatherFromWorkers } from './cluster.ts';
import { measureRequests, type RequestListener } from './request-metrics.ts';
import {
  createMetricsHandler,
  METRICS_PATH,
  type MetricsHandler,
  serveMetrics,
} from './serve-metrics.ts';
import { addStateMetrics } from './state-metrics.ts';

/** Starts the metrics of a process that serves requests. A worker of a cluster serves the metrics of all workers. */
export async function startMetrics(config: MetricsConfig, dependencies: Dependencies) {
  const { database, features, log, pictures, readDataFolder, sync } = dependencies;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addStateMetrics(registry, {
    pool: database.pool,
    streams: sync.streams.usage,
    passwordHashes: passwordQueue,
    pictures: pictures.queue,
    readOutbox: () => readOutbox(database.query),
    readDataFolder,
  });
  const endpoints = [kit, ...features.map(({ endpoints }) => endpoints)];
  const measure = measureRequests(registry, endpoints.flatMap<Endpoint>(Object.values));
  const text = cluster.isWorker ? connectToPrimary(registry) : () => registry.metrics();
  const handle = createMetricsHandler(config, log, text);
  const server = cluster.isWorker ? undefined : await serveApart(config, handle, log);

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
  return serveApart(config, createMetricsHandler(config, log, gatherFromWorkers()), log);
}

/** Serves the metrics on their own port, if they have one. */
async function serveApart({ port, host }: MetricsConfig, handle: MetricsHandler, log: Log) {
  return port === undefined ? undefined : serveMetrics({ port, host }, handle, log);
}
