import { setTimeout as sleep } from 'node:timers/promises';
import { type Aggregator, Gauge, type Registry } from 'prom-client';
import type { OutboxState } from '#server/mail/outbox.ts';

/** The sources that each scrape reads. */
export type StateSources = {
  /** The connections to PostgreSQL. SQLite has none. */
  pool: (() => { size: number; max: number; idle: number; waiting: number }) | undefined;
  streams(): { open: number; max: number };
  passwordHashes(): { running: number; waiting: number };
  pictures(): { running: number; waiting: number };
  readOutbox(): Promise<OutboxState>;
};

/** A value that cannot be read is left out, so that the other metrics are still served. */
type Read<Value> = () => Value | undefined | Promise<Value | undefined>;
type Description = { name: string; help: string; aggregator?: Aggregator };

const DATABASE_LIMIT_MS = 2000;

/** Adds gauges of what is open, running or waiting. Processes are added up, unless all see the same value. */
export function addStateMetrics(registry: Registry, sources: StateSources) {
  // Read before the outbox, whose statement may itself wait for a connection.
  if (sources.pool) addPool(registry, sources.pool);
  addGauge(
    registry,
    { name: 'event_streams', help: 'Open event streams.' },
    () => sources.streams().open,
  );
  addGauge(
    registry,
    { name: 'event_streams_max', help: 'How many event streams may be open.' },
    () => sources.streams().max,
  );
  addGaugeByState(
    registry,
    { name: 'password_hashes', help: 'Passwords that are being hashed or wait for their turn.' },
    sources.passwordHashes,
  );
  addGaugeByState(
    registry,
    { name: 'picture_jobs', help: 'Pictures that are being processed or wait for their turn.' },
    sources.pictures,
  );
  addOutbox(registry, sources.readOutbox);
}

function addPool(registry: Registry, read: NonNullable<StateSources['pool']>) {
  addGaugeByState(
    registry,
    { name: 'database_pool_connections', help: 'Connections to PostgreSQL.' },
    () => {
      const { size, idle } = read();
      return { idle, used: size - idle };
    },
  );
  addGauge(
    registry,
    { name: 'database_pool_max', help: 'How many connections may be open.' },
    () => read().max,
  );
  addGauge(
    registry,
    { name: 'database_pool_waiting', help: 'Statements that wait for a connection.' },
    () => read().waiting,
  );
}

function addOutbox(registry: Registry, readOutbox: StateSources['readOutbox']) {
  // Every process sees the same outbox.
  const aggregator = 'max';
  const read = oncePerScrape(readOutbox);
  addGaugeByState(
    registry,
    {
      name: 'mail_outbox_emails',
      help: 'Emails that are queued, or were given up in the last days (failed).',
      aggregator,
    },
    async () => {
      const outbox = await read();
      return outbox && { queued: outbox.queued, failed: outbox.failed };
    },
  );
  addGauge(
    registry,
    {
      name: 'mail_outbox_oldest_seconds',
      help: 'Age of the oldest queued email, also if its next attempt is later.',
      aggregator,
    },
    async () => (await read())?.oldestSeconds,
  );
  addGauge(
    registry,
    {
      name: 'mail_outbox_overdue_seconds',
      help: 'For how long an email has been due without being sent.',
      aggregator,
    },
    async () => (await read())?.overdueSeconds,
  );
}

/** Reads from the database once for all gauges of a scrape. Returns undefined if the database does not respond. */
function oncePerScrape<Value>(read: () => Promise<Value>) {
  let current: Promise<Value | undefined> | undefined;
  return () => {
    current ??= Promise.race([
      read().catch(() => undefined),
      sleep(DATABASE_LIMIT_MS, undefined, { ref: false }),
    ]).then((value) => {
      current = undefined;
      return value ?? undefined;
    });
    return current;
  };
}

function addGauge(registry: Registry, description: Description, read: Read<number>) {
  const gauge = new Gauge({
    ...description,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    },
  });
}

function addGaugeByState(
  registry: Registry,
  description: Description,
  read: Read<Record<string, number>>,
) {
  const gauge = new Gauge({
    ...description,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const values = await read();
      gauge.reset();
      for (const [state, value] of Object.entries(values ?? {})) gauge.set({ state }, value);
    },
  });
}
