import { collectDefaultMetrics, Registry } from 'prom-client';
import { passwordQueue } from '#server/auth/password-queue.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readOutbox } from '#server/mail/outbox.ts';
import { kit } from '#shared/endpoints.ts';
import { measureRequests } from './request-metrics.ts';
import { addStateMetrics } from './state-metrics.ts';

/** Creates the metrics of one process. `measure` wraps the listener whose requests are counted. */
export function createMetrics({
  database,
  sync,
  pictures,
  features,
}: Pick<Dependencies, 'database' | 'sync' | 'pictures' | 'features'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addStateMetrics(registry, {
    pool: database.pool,
    streams: sync.streams.usage,
    passwordHashes: passwordQueue,
    pictures: pictures.queue,
    readOutbox: () => readOutbox(database.query),
  });
  const endpoints = [kit, ...features.map(({ endpoints }) => endpoints)];
  const measure = measureRequests(
    registry,
    endpoints.flatMap((group) => Object.values(group)),
  );
  return { registry, measure };
}
