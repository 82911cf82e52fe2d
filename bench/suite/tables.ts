import { markdownTable } from '#tests/support/markdown-table.ts';
import { formatSpread, type RowResult, ratio, spreadOfRounds } from './figures.ts';
import { HASH_ALONE, type Measured } from './measure.ts';
import type { Results } from './results.ts';
import { spreadOf } from './statistics.ts';

/** Returns the Markdown of a run, which the terminal shows too. The comparison is a section of its own. */
export function report(results: Results, comparison?: string) {
  const { date, machine, schedule, remarks } = results;
  return [
    `# ${date}`,
    machine,
    `Rounds of ${schedule.seconds} s for each figure: ${schedule.rounds}, in turns, after ${schedule.warmUpSeconds} s of warm-up; median (lowest–highest). 32 connections where the row says nothing else.`,
    rowsTable(results),
    '## Processes',
    processTable(results),
    ...(comparison ? [comparison] : []),
    '## Remarks',
    [...remarks, ...generatorRemarks(results), ...failures(results), ...subjectRemarks(results)]
      .map((remark) => `- ${remark}`)
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns a table with a group of lines per row: first the limit, then the subjects. */
function rowsTable({ rows, subjects }: Results) {
  return markdownTable(
    rows.flatMap((result) =>
      result.measured.map((measured, index) => ({
        row: index === 0 ? result.row.title : '',
        server: measured.subject,
        'requests/s': rateOf(measured),
        'of the limit': shareOfLimit(result, measured, subjects),
        'p50 ms': formatSpread(spreadOfRounds(measured, 'p50Ms')),
        'p99 ms': formatSpread(spreadOfRounds(measured, 'p99Ms')),
        'event-loop delay p99 ms': formatSpread(spreadOfRounds(measured, 'loopDelayP99Ms')),
        'memory MB': formatSpread(spreadOfRounds(measured, 'memoryMb')),
      })),
    ),
  );
}

function rateOf(measured: Measured) {
  if (measured.failure) return 'failed';
  const beside = spreadOfRounds(measured, 'besidePerSecond');
  const rate = formatSpread(spreadOfRounds(measured, 'perSecond'));
  return beside ? `${rate} beside ${formatSpread(beside)} sign-ins` : rate;
}

function shareOfLimit(result: RowResult, measured: Measured, subjects: Results['subjects']) {
  const [first] = result.measured;
  const isLimit = ({ subject }: Measured) =>
    subject === HASH_ALONE || subjects.some((s) => s.name === subject && s.kind === 'limit');
  if (!first || !isLimit(first) || measured === first) return '—';
  // Another server may compute another hash.
  const isOther = subjects.some((s) => s.name === measured.subject && s.kind === 'other');
  if (first.subject === HASH_ALONE && isOther) return '—';
  return ratio(result, measured, first)?.toFixed(2) ?? '—';
}

function processTable({ subjects }: Results) {
  const memory = (mb: number | undefined) => (mb === undefined ? 'Linux only' : `${mb} MB`);
  return markdownTable(
    subjects.map(({ name, memoryAtStartMb, memoryAfterMb, startMs, durability }) => ({
      server: name,
      'memory after a start': memory(memoryAtStartMb),
      'after the load': memory(memoryAfterMb),
      'start to first answer, ms': startMs.length > 0 ? formatSpread(spreadOf(startMs)) : '—',
      'a write is answered': durability,
    })),
  );
}

/** Tells where the generator was busiest: a rate is the server's only while the generator has time to spare. */
function generatorRemarks({ rows }: Results) {
  const busiest = rows
    .flatMap(({ row, measured }) =>
      measured.map((one) => ({
        row,
        one,
        busy: spreadOfRounds(one, 'generatorBusy')?.median ?? 0,
      })),
    )
    .sort((a, b) => b.busy - a.busy)[0];
  if (!busiest) return [];
  const server = spreadOfRounds(busiest.one, 'loopBusy')?.median;
  const beside =
    server === undefined ? '' : `, when the server was busy ${server.toFixed(2)} of it`;
  return [
    `The generator was busy ${busiest.busy.toFixed(2)} of the time at most (${busiest.row.title}, ${busiest.one.subject}${beside}).`,
  ];
}

function failures({ rows }: Results) {
  return rows.flatMap(({ row, measured }) =>
    measured
      .filter(({ failure }) => failure)
      .map(({ subject, failure }) => `${row.title}, ${subject}: ${failure}`),
  );
}

const subjectRemarks = ({ subjects }: Results) =>
  subjects.flatMap(({ name, remarks }) => remarks.map((remark) => `${name}: ${remark}`));
