import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextMessage } from '#tests/support/next-message.ts';
import type { StreamsSummary } from '#tests/support/stream-clients.ts';
import type { HttpRequest } from './row.ts';
import { send } from './send.ts';
import { summarize } from './statistics.ts';

const PAUSE_MS = 50;
const CHECK_EVERY_MS = 10;
const ARRIVAL_LIMIT_MS = 30_000;

/**
 * Opens the same number of event streams for each user. Then repeatedly sends one write of every user at the same time.
 * Returns the times from the first write until the last stream has its event.
 */
export async function measureLiveEvents(
  origin: string,
  writes: HttpRequest[],
  streams: number,
  seconds: number,
) {
  const perPerson = streams / writes.length;
  const clients = fork('tests/support/stream-clients.ts', [
    new URL(origin).port,
    String(perPerson),
  ]);
  try {
    clients.send(writes.map(({ headers }) => headers.Authorization?.replace('Bearer ', '')));
    await nextMessage(clients);
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const { announcements } = await summary();
      const started = Date.now();
      await Promise.all(writes.map((write) => send(origin, write)));
      times.push((await arrival(announcements + streams, started)) - started);
      await sleep(PAUSE_MS);
    }
    const { p50Ms, p99Ms } = summarize(times, seconds);
    return { p50Ms, p99Ms };
  } finally {
    const ended = once(clients, 'exit');
    clients.disconnect();
    await ended;
  }

  async function summary() {
    clients.send('summary');
    return nextMessage<StreamsSummary>(clients);
  }

  /** Waits for this many announcements. Returns when the last one arrived. */
  async function arrival(expected: number, started: number) {
    for (;;) {
      const { announcements, lastAt } = await summary();
      if (announcements >= expected) return lastAt;
      if (Date.now() - started > ARRIVAL_LIMIT_MS)
        throw new Error(`${expected - announcements} of ${streams} streams got no event.`);
      await sleep(CHECK_EVERY_MS);
    }
  }
}
