import { formatSpread } from '#bench/suite/figures.ts';
import { spreadOf } from '#bench/suite/statistics.ts';
import { markdownTable } from '#tests/support/markdown-table.ts';

export type Growth = { date: string; machine: string; remarks: string[]; curves: Curve[] };

/** The cost of a call on one engine, by amount of data. */
export type Curve = {
  engine: string;
  by: string;
  call: string;
  isFlat: boolean;
  points: { count: number; p50Ms: number[]; p99Ms: number[] }[];
};

/** Returns a table for each growing quantity. */
export function growthReport(
  { date, machine, remarks, curves }: Growth,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const tables = [...Map.groupBy(curves, ({ by }) => by)].map(
    ([by, group]) => `## By the number of ${by}\n\n${table(group)}`,
  );
  return [
    `# Growth, ${date}`,
    machine,
    `Milliseconds of one request, one at a time: median of ${rounds} rounds of ${seconds} s (lowest–highest). The last column is the largest size compared with the smallest.`,
    ...tables,
    ...(remarks.length > 0 ? [remarks.map((remark) => `- ${remark}`).join('\n')] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function table(curves: Curve[]) {
  return markdownTable(
    curves.map(({ engine, by, call, isFlat, points }) => {
      const [unit] = by.split(' ');
      const spreads = points.map(({ p50Ms }) => spreadOf(p50Ms));
      const cells = points.map(({ count }, index) => [
        `${count.toLocaleString('en')} ${unit}`,
        formatSpread(spreads[index]),
      ]);
      const growth = (spreads.at(-1)?.median ?? 0) / (spreads[0]?.median ?? 1);
      return {
        call,
        on: engine,
        ...Object.fromEntries(cells),
        growth: `${growth.toFixed(1)} ×`,
        'should be flat': isFlat ? 'yes' : 'no',
      };
    }),
  );
}
