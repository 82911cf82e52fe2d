import { median } from '#tests/support/median.ts';

/** The median and the range of several rounds. */
export type Spread = { median: number; lowest: number; highest: number };

export const spreadOf = (values: number[]): Spread => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

/** Returns the value below which this share of all values lies. */
export function percentile(sorted: number[], share: number) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}
