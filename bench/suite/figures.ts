import type { Measured, Round } from './measure.ts';
import type { Results } from './results.ts';
import type { Row } from './row.ts';
import { type Spread, spreadOf } from './statistics.ts';

export type RowResult = Results['rows'][number];

/** The figure by which a row is judged. */
export type Figure = { figure: 'perSecond' | 'p50Ms' | 'p99Ms'; unit: string; isRate: boolean };

/** Returns the figure of a row: its rate, or a time if the rate is fixed or missing. */
export function figureOf(row: Row): Figure {
  if ('streams' in row)
    return { figure: 'p50Ms', unit: 'ms until the last stream has it', isRate: false };
  if (row.perSecond) return { figure: 'p99Ms', unit: 'ms (p99)', isRate: false };
  return { figure: 'perSecond', unit: 'requests/s', isRate: true };
}

/** Returns the median and spread of a figure over the rounds, if it was measured. */
export function spreadOfRounds({ rounds }: Measured, figure: keyof Round): Spread | undefined {
  const values = rounds.flatMap((round) => round[figure] ?? []);
  return values.length > 0 ? spreadOf(values) : undefined;
}

/** Returns how many times better the first is, by the row's figure. */
export function ratio({ row }: RowResult, one: Measured | undefined, other: Measured | undefined) {
  const { figure, isRate } = figureOf(row);
  const [a, b] = [one, other].map((measured) => measured && spreadOfRounds(measured, figure));
  if (!a || !b) return undefined;
  return isRate ? a.median / b.median : b.median / a.median;
}

export function formatNumber(value: number) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Returns the median, and the lowest and highest value if there are several. */
export function formatSpread(spread: Spread | undefined) {
  if (!spread) return '—';
  const [median, lowest, highest] = [spread.median, spread.lowest, spread.highest].map(
    formatNumber,
  );
  return lowest === highest ? `${median}` : `${median} (${lowest}–${highest})`;
}
