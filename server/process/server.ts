import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createDependencies, type Dependencies } from '#server/dependencies.ts';
import { logError } from '#server/errors/log-error.ts';
import type { ServerFeature } from '#server/feature.ts';
import { closeAfterResponses, closeServer } from '#server/http/close-server.ts';
import { BoundedRequest } from '#server/http/incoming-request.ts';
import { listen } from '#server/http/listen.ts';
import type { Log } from '#server/log/log.ts';
import type { startMetrics } from '#server/metrics/start-metrics.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';

/** Emails are sent only at an interval: if a request woke the worker, timing would reveal whether it sends an email. */
const MAIL_EVERY_MS = 1000;
const MAX_CONNECTIONS = 10_000;
const IDLE_SOCKET_MS = 120_000;
/** For bodies that nothing reads. Longer than `receive` waits, which responds with a message. */
const REQUEST_MAX_MS = (UPLOAD_MAX_MINUTES + 1) * 60_000;
const SITE = join(import.meta.dirname, '../../dist');

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the server. Resolves when it listens. */
export async function startServer(
  config: Config,
  log: Log,
  {
    features,
    site = SITE,
    prepare,
    mailEveryMs = MAIL_EVERY_MS,
    idleGraceMs,
  }: {
    features: ServerFeature[];
    /** The folder of the built site. */
    site?: string | undefined;
    /** Runs before the server listens. */
    prepare?: (dependencies: Dependencies) => Promise<void>;
    mailEveryMs?: number;
    /** How long a stop waits for requests on idle connections. */
    idleGraceMs?: number;
  },
) {
  const dependencies = await createDependencies(config, log, { features, mailEveryMs });
  let metrics: Awaited<ReturnType<typeof startMetrics>> | undefined;
  try {
    const { router, listener } = buildApp(dependencies, site);
    if (config.metrics)
      metrics = await (await import('#server/metrics/start-metrics.ts')).startMetrics(
        config.metrics,
        dependencies,
      );
    const server = createServer(
      {
        keepAliveTimeout: 65_000,
        headersTimeout: 60_000,
        requestTimeout: REQUEST_MAX_MS,
        IncomingMessage: BoundedRequest,
      },
      metrics ? metrics.wrap(listener) : listener,
    );
    // Drops excess connections, which workers would otherwise hand to each other endlessly. Not yet in Node's types.
    Object.assign(server, { maxConnections: MAX_CONNECTIONS, dropMaxConnection: true });
    // Also closes the connection of a client that stopped reading its response.
    server.setTimeout(IDLE_SOCKET_MS);
    // If the store is unreachable, the server starts all the same, and logs it.
    dependencies.blobs
      .check()
      .catch((error) =>
        logError(log, error.cause ?? error, { msg: 'The file store cannot be used.' }),
      );
    await prepare?.(dependencies);
    await listen(server, config, log);

    return {
      ...dependencies,
      router,
      port: (server.address() as AddressInfo).port,
      metricsPort: metrics?.port,

      /**
       * Stops being ready and still answers for a while, so that a proxy sends requests elsewhere. Then finishes
       * requests in flight, stops the workers and closes the database.
       */
      async stop() {
        dependencies.health.drain();
        closeAfterResponses(server);
        // Streams would never become idle.
        dependencies.sync.streams.close();
        // A delivery may take as long as the requests.
        const mailStopped = dependencies.mail.stop();
        await sleep(config.drainSeconds * 1000);
        await closeServer(server, idleGraceMs);
        await mailStopped;
        metrics?.stop();
        await dependencies.close();
      },
    };
  } catch (error) {
    metrics?.stop();
    await dependencies.close();
    throw error;
  }
}
