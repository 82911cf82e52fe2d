import { median } from '#tests/support/median.ts';

/** The median and the range of several rounds. */
export type Spread = { median: number; lowest: number; highest: number };

export const spreadOf = (values: number[]): Spread => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

/** Returns the rate of what took these times in some seconds, and their percentiles. Sorts the times. */
export function summarize(times: number[], seconds: number) {
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.floor(times.length * share)] as number;
  return { perSecond: times.length / seconds, p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}
