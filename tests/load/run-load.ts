import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextMessage } from '#tests/support/next-message.ts';
import type { StreamsSummary } from '#tests/support/stream-clients.ts';
import { startGenerator } from './generator.ts';
import { type Holdings, readHoldings } from './leftovers.ts';
import { readSample, type Sample } from './memory.ts';
import type { Phase, Recording } from './recorder.ts';
import { type Engine, type LoadedServer, startLoadedServer } from './server.ts';
import type { TrafficResult } from './traffic.ts';

const OWNERS = 200;
const STREAMS_PER_OWNER = 10;
export const STREAMS = OWNERS * STREAMS_PER_OWNER;
const SLOW_PEOPLE = 40;
const SAMPLE_EVERY_MS = 3000;
const STREAM_CHECKS = 20;

export type LoadResult = Recording &
  TrafficResult & {
    samples: Sample[];
    /** The streams that are open according to the server, and the events that their clients received. */
    openStreams: number;
    streams: StreamsSummary;
    loggedErrors: string[];
    /** What the server held before the load and after all clients had left. */
    before: Holdings;
    after: Holdings;
  };

/** Runs the load test. Resolves when everything it started has ended. */
export async function runLoad(engine: Engine, minutes: number): Promise<LoadResult> {
  const server = await startLoadedServer(engine, OWNERS + SLOW_PEOPLE);
  try {
    return await generateLoad(server, minutes * 60);
  } finally {
    await server.stop();
  }
}

async function generateLoad(server: LoadedServer, seconds: number) {
  const { port } = server;
  const before = await readHoldings(server);
  const owners = server.people.slice(0, OWNERS);
  const traffic = await startGenerator<TrafficResult>('traffic.ts', { port, people: owners });
  const slowPeople = server.people.slice(OWNERS);
  const slowClients = await startGenerator('slow-clients.ts', { port, people: slowPeople });
  const storm = await startGenerator('login-storm.ts', { port, people: owners });
  const streams = fork('tests/support/stream-clients.ts', [port, STREAMS_PER_OWNER].map(String));
  streams.send(owners.map(({ token }) => token));
  await nextMessage(streams);

  const samples: Sample[] = [];
  const started = performance.now();
  for (const [phase, until] of schedule(seconds)) {
    console.log(`${phase}, until second ${Math.round(until)} of ${seconds}`);
    for (const generator of [traffic, slowClients, storm]) generator.enter(phase);
    await sampleUntil(until, phase);
  }

  const stormed = await storm.stop();
  const used = await traffic.stop();
  const found = await checkStreams(used.owners);
  streams.disconnect();
  const all = [used, stormed, await slowClients.stop()];
  return {
    kinds: Object.assign({}, ...all.map(({ kinds }) => kinds)),
    problems: all.flatMap(({ problems }) => problems),
    owners: used.owners,
    leftOut: used.leftOut,
    samples,
    ...found,
    before,
    after: await readHoldings(server, before),
    loggedErrors: server.loggedErrors(),
  };

  async function sampleUntil(until: number, phase: Phase) {
    for (;;) {
      const now = (performance.now() - started) / 1000;
      if (now >= until) return;
      samples.push({ seconds: now, phase, ...readSample(await server.readMetrics()) });
      await sleep(Math.min(SAMPLE_EVERY_MS, (until - now) * 1000));
    }
  }

  /** Waits until every stream is open and has announced the last change, or for some seconds. */
  async function checkStreams(owners: TrafficResult['owners']) {
    for (let checks = 1; ; checks++) {
      streams.send('summary');
      const summary = await nextMessage<StreamsSummary>(streams);
      const { streams: openStreams } = readSample(await server.readMetrics());
      const isDone = openStreams === STREAMS && countCurrent(summary, owners) === STREAMS;
      if (isDone || checks === STREAM_CHECKS) return { openStreams, streams: summary };
      await sleep(1000);
    }
  }
}

/** Returns the end time of each phase. */
function schedule(seconds: number): [Phase, until: number][] {
  return [
    ['alone', Math.min(60, seconds * 0.2)],
    ['slow clients', seconds * 0.5],
    ['login storm', seconds * 0.6],
    ['slow clients', seconds],
  ];
}

/** Counts the streams that have announced the last change of their owner. */
export function countCurrent({ latest }: StreamsSummary, owners: TrafficResult['owners']) {
  return owners
    .map(({ token, seq }) => latest[token]?.filter((number) => number === seq).length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}
