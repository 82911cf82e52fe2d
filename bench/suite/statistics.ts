import { median } from '#tests/support/median.ts';

/** The median of several rounds, and between which values they were. */
export type Spread = { median: number; lowest: number; highest: number };

export const spreadOf = (values: number[]): Spread => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

/** Returns the value below which a share of all values is. */
export function percentile(sorted: number[], share: number) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}
