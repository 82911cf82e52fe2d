import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import type { LatestSeqs } from './announcements.ts';

const CHANNEL = 'user_changes';
export const LISTEN = `listen ${CHANNEL}`;
/** PostgreSQL takes up to 8000 bytes per message. */
const PAIRS_PER_MESSAGE = 100;
const RECONNECT_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
/** A probe detects a connection that was lost silently, for example because a firewall dropped it. */
const PROBE_EVERY_MS = 30_000;
/** Longer than a statement waits for a connection of the pool. */
const PROBE_TIMEOUT_MS = 6000;
const POLL_MS = 1000;
const POLLED_AT_ONCE = 500;

/**
 * Exchanges announcements with other processes on the same PostgreSQL. Listens on a separate connection; if that
 * receives nothing, as behind a pooler in transaction mode, queries the database once a second instead.
 */
export function startNotifications({
  url,
  query,
  log,
  userIds,
  onChange,
  probeEveryMs = PROBE_EVERY_MS,
}: {
  url: string;
  query: Query;
  log: Log;
  /** The users with open streams here. */
  userIds(): string[];
  onChange(userId: string, seq: number): void;
  probeEveryMs?: number;
}) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  /** True until a notification has arrived. */
  let poll = true;
  let warned = false;
  let isLost = false;
  const listening = listenUntilStopped();
  // While the database does not respond, queries must not use up the connections.
  let asking = false;
  const polling = setInterval(async () => {
    if (!poll || asking) return;
    asking = true;
    await catchUp();
    asking = false;
  }, POLL_MS).unref();

  return {
    /** Notifies the other processes. A lost message costs only time: the next change or reconnect makes up for it. */
    async send(latest: LatestSeqs) {
      const pairs = [...latest].map(([userId, seq]) => `${userId}:${seq}`);
      for (let start = 0; start < pairs.length; start += PAIRS_PER_MESSAGE)
        await notify(pairs.slice(start, start + PAIRS_PER_MESSAGE).join(','));
    },
    async stop() {
      clearInterval(polling);
      stopping.abort();
      await listening;
    },
  };

  async function notify(payload: string) {
    try {
      await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(query);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, msg: 'Other processes could not be notified.' });
    }
  }

  async function listenUntilStopped() {
    while (!signal.aborted) {
      let client: pg.Client | undefined;
      try {
        client = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
          keepAlive: true,
        });
        // After an error the connection ends.
        client.on('error', () => {});
        // A stop does not wait for a connection that is still being opened.
        await Promise.race([listen(client), stopped]);
      } catch (error) {
        // Logged once per outage, however often connecting fails.
        if (!isLost) log.warn({ err: error, msg: 'Lost the connection that listens for changes.' });
        isLost = true;
      }
      void client?.end().catch(() => {});
      poll = true;
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Listens until the connection ends. Throws if it is lost silently. */
  async function listen(client: pg.Client) {
    const ended = new Promise<'ended'>((resolve) => client.once('end', () => resolve('ended')));
    let probe = '';
    let onProbe = () => {};
    let heardBefore = false;
    client.on('notification', ({ payload = '' }) => {
      heardBefore = true;
      if (payload === probe) onProbe();
      else receive(payload);
    });
    await client.connect();
    await client.query(LISTEN);
    isLost = false;

    for (;;) {
      probe = randomUUID();
      const heard = new Promise<boolean>((resolve) => {
        onProbe = () => resolve(true);
      });
      void notify(probe);
      const hears = await Promise.race([heard, ended, wait(PROBE_TIMEOUT_MS)]);
      if (hears === 'ended') return;
      if (!hears && heardBefore) throw new Error('No notifications arrive any more.');
      if (!hears) warnOnce();
      poll = !hears;
      await catchUp();
      if ((await Promise.race([ended, wait(probeEveryMs)])) === 'ended') return;
    }
  }

  function warnOnce() {
    if (!warned)
      log.warn({
        msg: 'No notifications arrive through DATABASE_URL, probably because of a pooler: set DATABASE_DIRECT_URL. Until then the database is asked every second.',
      });
    warned = true;
  }

  function receive(payload: string) {
    for (const pair of payload.split(',')) {
      const [userId, seq] = pair.split(':');
      if (userId && seq) onChange(userId, Number(seq));
    }
  }

  /** Reads the latest numbers of all users with open streams, because messages may have been missed. */
  async function catchUp() {
    const ids = userIds();
    try {
      for (let start = 0; start < ids.length; start += POLLED_AT_ONCE) {
        const users = await query
          .selectFrom('users')
          .select(['id', 'change_seq'])
          .where('id', 'in', ids.slice(start, start + POLLED_AT_ONCE))
          .execute();
        for (const { id, change_seq } of users) onChange(id, change_seq);
      }
    } catch {
      // The database is unreachable. After the reconnect this runs again.
    }
  }
}

const wait = (ms: number) => sleep(ms, false, { ref: false });
