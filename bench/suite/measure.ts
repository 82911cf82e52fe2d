import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { nextMessage } from '#tests/support/next-message.ts';
import { memoryMb } from '#tests/support/process-memory.ts';
import type { Generator } from './generator.ts';
import { readProbes } from './launch.ts';
import { measureLiveEvents } from './live-events.ts';
import type { LoadRow, Row } from './row.ts';
import type { Subject } from './subject.ts';
import type { RunUndisturbed } from './undisturbed.ts';

/** The result of one round of a row for a subject. */
export type Round = {
  perSecond?: number;
  p50Ms: number;
  p99Ms: number;
  /** The rate of the concurrent requests. */
  besidePerSecond?: number;
  /** How long the busiest event loop was blocked, and its share of busy time. */
  loopDelayP99Ms?: number;
  loopBusy?: number;
  /** Resident memory of all processes of the subject, right after the round. */
  memoryMb?: number;
  generatorBusy?: number;
};

export type Measured = { subject: string; rounds: Round[]; failure?: string };

export type Schedule = { rounds: number; seconds: number; warmUpSeconds: number };

/** The name of the sign-in limit in the results. It does not stand for a server. */
export const HASH_ALONE = 'argon2id alone';

/** Measures one row. In each round the subjects take turns, so that other load on the machine affects all of them. */
export async function measureRow(
  row: Row,
  subjects: Subject[],
  generator: Generator,
  { rounds, seconds, warmUpSeconds }: Schedule,
  runUndisturbed: RunUndisturbed,
): Promise<Measured[]> {
  const contestants = subjects
    .filter((subject) => isMeasured(row, subject))
    .map((subject) => ({
      name: subject.name,
      run: (duration: number) => runRound(row, subject, generator, duration),
    }));
  if ('isHash' in row) contestants.unshift({ name: HASH_ALONE, run: hashRate });

  const measured: Measured[] = contestants.map(({ name }) => ({ subject: name, rounds: [] }));
  for (let round = 0; round <= rounds; round++)
    for (const [index, { run }] of contestants.entries()) {
      const result = measured[index] as Measured;
      if (result.failure) continue;
      try {
        // The first round only warms up.
        if (round === 0) await run(warmUpSeconds);
        else result.rounds.push(await runUndisturbed(() => run(seconds)));
      } catch (error) {
        result.failure = (error as Error).message;
      }
    }
  return measured;
}

/** A limit that answers with the same bytes says nothing about a load whose rate is given or depends on hashes. */
function isMeasured(row: Row, { kind, requests }: Subject) {
  if (!requests[row.requests]) return false;
  if ('streams' in row) return true;
  if (row.beside && !requests[row.beside]) return false;
  return kind !== 'limit' || !(row.perSecond || row.isHash);
}

async function runRound(
  row: Row,
  { program: { origin }, running, requests, probes }: Subject,
  generator: Generator,
  seconds: number,
): Promise<Round> {
  if (probes) await readProbes(probes);
  const figures =
    'streams' in row
      ? await measureLiveEvents(origin, requests[row.requests] ?? [], row.streams, seconds)
      : await runLoad(row);
  return {
    ...figures,
    ...(probes && (await readProbes(probes))),
    ...(process.platform === 'linux' && { memoryMb: memoryMb(running.pid) }),
  };

  async function runLoad({ requests: name, connections = 32, perSecond, beside }: LoadRow) {
    const loads = [
      { requests: requests[name] ?? [], connections, perSecond },
      ...(beside ? [{ requests: requests[beside] ?? [], connections }] : []),
    ];
    const { loads: results, busy } = await generator.run({ origin, loads, seconds });
    const [own, other] = results;
    if (!own) throw new Error('no result');
    return {
      ...own,
      generatorBusy: busy,
      ...(other && { besidePerSecond: other.perSecond }),
    };
  }
}

function hashRate(seconds: number): Promise<Round> {
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism()) };
  const child = fork('bench/suite/hash-rate.ts', [String(seconds)], { env });
  return nextMessage<Round>(child);
}
