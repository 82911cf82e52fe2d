import { median } from '#tests/support/median.ts';
import type { Phase } from './recorder.ts';

/** How often the server under load collects garbage (collect-garbage.ts). */
export const COLLECT_EVERY_MS = 15_000;

/** The server's metrics at one moment, added up over all workers. */
export type Sample = {
  seconds: number;
  phase: Phase;
  residentMb: number;
  /** The heap and external memory, including garbage since the last collection. */
  heapMb: number;
  delayP99Ms: number;
  delayMaxMs: number;
  streams: number;
};

export function readSample(metrics: string): Omit<Sample, 'seconds' | 'phase'> {
  return {
    residentMb: read('process_resident_memory_bytes') / 1024 / 1024,
    heapMb:
      (read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes')) / 1024 / 1024,
    delayP99Ms: read('nodejs_eventloop_lag_p99_seconds') * 1000,
    delayMaxMs: read('nodejs_eventloop_lag_max_seconds') * 1000,
    streams: read('event_streams'),
  };

  function read(name: string) {
    const line = metrics.split('\n').find((line) => line.startsWith(`${name} `));
    if (line === undefined) throw new Error(`The metrics do not contain ${name}.`);
    return Number(line.slice(name.length));
  }
}

/** Returns the memory without garbage: the median of the lowest values between two collections. */
export function typicalMemory(samples: Sample[]) {
  const intervals = Map.groupBy(samples, ({ seconds }) =>
    Math.floor((seconds * 1000) / COLLECT_EVERY_MS),
  );
  const lowest = (key: 'heapMb' | 'residentMb') =>
    median([...intervals.values()].map((interval) => Math.min(...interval.map((s) => s[key]))));
  return { heapMb: lowest('heapMb'), residentMb: lowest('residentMb') };
}
