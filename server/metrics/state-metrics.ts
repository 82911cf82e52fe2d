import { type Aggregator, Gauge, type Registry } from 'prom-client';
import { shareReads } from '#server/background/share-reads.ts';
import type { DataFolder } from '#server/health/data-folder.ts';
import type { OutboxState } from '#server/mail/outbox.ts';

/** The sources that each scrape reads. */
export type StateSources = {
  /** The connections to PostgreSQL. SQLite has none. */
  pool: (() => { size: number; max: number; idle: number; waiting: number }) | undefined;
  streams(): { open: number; max: number };
  passwordHashes(): { running: number; waiting: number };
  pictures(): { running: number; waiting: number };
  readOutbox(): Promise<OutboxState>;
  readDataFolder(): Promise<DataFolder | undefined>;
};

type StateMetric = {
  name: string;
  help: string;
  aggregator?: Aggregator;
  /** Returns a value, or one for each state. One that cannot be read is left out, so that the others are still served. */
  read(): Value | undefined | Promise<Value | undefined>;
};
type Value = number | Record<string, number>;

/** Adds gauges of what is open, running or waiting. Processes are added up, unless all see the same value. */
export function addStateMetrics(registry: Registry, sources: StateSources) {
  const { pool, streams, passwordHashes, pictures } = sources;
  const metrics = [
    // Read before the outbox, whose statement may itself wait for a connection.
    ...(pool ? poolMetrics(pool) : []),
    { name: 'event_streams', help: 'Open event streams.', read: () => streams().open },
    {
      name: 'event_streams_max',
      help: 'How many event streams may be open.',
      read: () => streams().max,
    },
    {
      name: 'password_hashes',
      help: 'Passwords that are being hashed or wait for their turn.',
      read: passwordHashes,
    },
    {
      name: 'picture_jobs',
      help: 'Pictures that are being processed or wait for their turn.',
      read: pictures,
    },
    ...outboxMetrics(sources.readOutbox),
    ...dataFolderMetrics(sources.readDataFolder),
  ];
  for (const metric of metrics) addGauge(registry, metric);
}

const poolMetrics = (read: NonNullable<StateSources['pool']>): StateMetric[] => [
  {
    name: 'database_pool_connections',
    help: 'Connections to PostgreSQL.',
    read() {
      const { size, idle } = read();
      return { idle, used: size - idle };
    },
  },
  {
    name: 'database_pool_max',
    help: 'How many connections may be open.',
    read: () => read().max,
  },
  {
    name: 'database_pool_waiting',
    help: 'Statements that wait for a connection.',
    read: () => read().waiting,
  },
];

/** Returns the metrics of the outbox, which is the same for every process. */
function outboxMetrics(readOutbox: StateSources['readOutbox']): StateMetric[] {
  const read = shareReads(readOutbox);
  return [
    {
      name: 'mail_outbox_emails',
      help: 'Emails that are queued, or were given up in the last days (failed).',
      aggregator: 'max',
      async read() {
        const outbox = await read();
        return outbox && { queued: outbox.queued, failed: outbox.failed };
      },
    },
    {
      name: 'mail_outbox_oldest_seconds',
      help: 'Age of the oldest queued email, also if its next attempt is later.',
      aggregator: 'max',
      read: async () => (await read())?.oldestSeconds,
    },
    {
      name: 'mail_outbox_overdue_seconds',
      help: 'For how long an email has been due without being sent.',
      aggregator: 'max',
      read: async () => (await read())?.overdueSeconds,
    },
  ];
}

/** Returns the metrics of the data folder, which is the same for every process of a machine. */
const dataFolderMetrics = (read: StateSources['readDataFolder']): StateMetric[] => [
  {
    name: 'backup_newest_timestamp_seconds',
    help: 'When the newest backup in the data folder was written, 0 if there is none.',
    aggregator: 'max',
    read: async () => seconds(await read(), 'newestBackupMs'),
  },
  {
    name: 'backup_last_failure_timestamp_seconds',
    help: 'When a backup last failed, 0 if none has.',
    aggregator: 'max',
    read: async () => seconds(await read(), 'lastFailureMs'),
  },
  {
    name: 'data_disk_free_bytes',
    help: 'Free space on the disk of the data folder.',
    aggregator: 'max',
    read: async () => (await read())?.disk?.freeBytes,
  },
  {
    name: 'data_disk_size_bytes',
    help: 'Size of the disk of the data folder.',
    aggregator: 'max',
    read: async () => (await read())?.disk?.sizeBytes,
  },
];

const seconds = (folder: DataFolder | undefined, time: 'newestBackupMs' | 'lastFailureMs') =>
  folder && (folder[time] ?? 0) / 1000;

function addGauge(registry: Registry, { read, ...description }: StateMetric) {
  const gauge = new Gauge({
    ...description,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const value = await read();
      gauge.reset();
      if (typeof value === 'number') gauge.set(value);
      else for (const [state, count] of Object.entries(value ?? {})) gauge.set({ state }, count);
    },
  });
}
