import { STREAM_LIFETIME_MS } from '#server/sync/streams.ts';
import { markdownTable } from '#tests/support/markdown-table.ts';
import { median } from '#tests/support/median.ts';
import { describeOutcomes } from '#tests/support/outcomes.ts';
import { describeRows, findLeftovers } from './leftovers.ts';
import { type Sample, typicalMemory } from './memory.ts';
import { PHASES, type Phase, type Problem } from './recorder.ts';
import { countCurrent, type LoadResult, STREAMS } from './run-load.ts';

/** How much more memory the server may need in the last two minutes than in minutes two and three. */
const HEAP_GROWTH_MAX_MB = 10;
const RESIDENT_GROWTH_MAX_MB = 50;
/** In a shorter run the two periods overlap. */
const MEMORY_MIN_MINUTES = 5;
const EXAMPLES_SHOWN = 5;
/** Requests that neither write nor hash a password nor process a picture. */
const READS = ['list', 'changes', 'home page', 'photo', 'photo 304'];

/** Response times are p50 / p99. */
type Row = Record<'measured' | Phase | 'whole run' | 'rule', string>;

/** Returns the table of a run and the broken rules. */
export function reportLoad(result: LoadResult, minutes: number) {
  const broken: string[] = [];
  const rows = [
    ...kindRows(result),
    readsRow(result),
    row('requests left out: everybody had one under way', { 'whole run': String(result.leftOut) }),
    problemRow('5xx that are not deliberate', 'server error'),
    problemRow('503 and 429 without Retry-After', 'no Retry-After'),
    problemRow('other unexpected responses', 'unexpected'),
    writesRow(result),
    streamsRow(result),
    delayRow(result.samples),
    ...memoryRows(result.samples),
    leftoversRow(result),
  ];
  return { table: markdownTable(rows), broken };

  function kindRows({ kinds }: LoadResult) {
    return Object.entries(kinds).map(([name, { outcomes, times }]) =>
      row(name, {
        ...(!name.startsWith('slow') && inEachPhase((phase) => describeTimes(times[phase]))),
        'whole run': describeOutcomes(outcomes),
      }),
    );
  }

  function readsRow({ kinds }: LoadResult) {
    const timesIn = (phase: Phase) => READS.flatMap((name) => kinds[name]?.times[phase] ?? []);
    return row('all reads', {
      ...inEachPhase((phase) => {
        const ratio = percentile(timesIn(phase), 99) / percentile(timesIn('alone'), 99);
        return `${describeTimes(timesIn(phase))}${phase === 'alone' ? '' : ` (p99 × ${ratio.toFixed(1)})`}`;
      }),
    });
  }

  function problemRow(measured: string, rule: Problem['rule']) {
    const texts = result.problems.filter((problem) => problem.rule === rule).map((p) => p.text);
    return rowWithRule(measured, String(texts.length), texts);
  }

  function writesRow({ owners }: LoadResult) {
    const differences = owners.flatMap((owner) => owner.differences);
    const acknowledged = sum(owners.map((owner) => owner.acknowledged));
    const shown = `${acknowledged} acknowledged, ${differences.length} differences`;
    return rowWithRule('writes', shown, differences);
  }

  function streamsRow({ openStreams, streams, owners }: LoadResult) {
    const current = countCurrent(streams, owners);
    const early = streams.endedAfter.filter((ms) => ms < STREAM_LIFETIME_MS);
    const reopened = streams.endedAfter.length - early.length;
    const lost = [
      ...(openStreams === STREAMS ? [] : [`${openStreams} of ${STREAMS} streams are open`]),
      ...(current === STREAMS ? [] : [`${current} of ${STREAMS} announced the last change`]),
      ...early.map((ms) => `a stream ended after ${Math.round(ms / 1000)} s`),
    ];
    const shown = [
      `${openStreams} open at the end`,
      `${current} announced the last change`,
      `${streams.announcements} announcements`,
      `${early.length} ended early`,
      `${reopened} opened again after their lifetime`,
    ];
    return rowWithRule('streams', shown.join(', '), lost);
  }

  function memoryRows(samples: Sample[]) {
    const early = typicalMemory(samples.filter(({ seconds: s }) => s >= 60 && s < 180));
    const late = typicalMemory(samples.filter(({ seconds: s }) => s >= (minutes - 2) * 60));
    return [
      memoryRow('heap and external memory', 'heapMb', HEAP_GROWTH_MAX_MB),
      memoryRow('resident memory', 'residentMb', RESIDENT_GROWTH_MAX_MB),
    ];

    function memoryRow(measured: string, key: 'heapMb' | 'residentMb', maxMb: number) {
      const cells = inEachPhase((phase) => {
        const memory = typicalMemory(samples.filter((sample) => sample.phase === phase));
        return `${memory[key].toFixed(0)} MB`;
      });
      if (minutes < MEMORY_MIN_MINUTES) return row(measured, { ...cells, rule: 'run too short' });
      const growth = late[key] - early[key];
      const shown = `${early[key].toFixed(1)} → ${late[key].toFixed(1)} MB: ${signed(growth)} MB (${signed((100 * growth) / early[key])} %)`;
      const problem = `grew by ${growth.toFixed(1)} MB, at most ${maxMb} MB are allowed`;
      return { ...rowWithRule(measured, shown, growth > maxMb ? [problem] : []), ...cells };
    }
  }

  function leftoversRow({ before, after }: LoadResult) {
    const shown = [
      `open files ${before.openFiles} → ${after.openFiles}`,
      `handles ${before.handles} → ${after.handles}`,
      `rows: ${describeRows(before, after)}`,
    ];
    return rowWithRule('left behind', shown.join('; '), findLeftovers(before, after));
  }

  /** Returns the row of a rule, which is broken if there are problems. */
  function rowWithRule(measured: string, shown: string, problems: string[]) {
    broken.push(...problems.slice(0, EXAMPLES_SHOWN).map((problem) => `${measured}: ${problem}`));
    return row(measured, { 'whole run': shown, rule: problems.length > 0 ? 'BROKEN' : 'ok' });
  }
}

function row(measured: string, cells: Partial<Row>): Row {
  const empty = { alone: '', 'slow clients': '', 'login storm': '', 'whole run': '', rule: '' };
  return { measured, ...empty, ...cells };
}

function inEachPhase(describe: (phase: Phase) => string) {
  return Object.fromEntries(PHASES.map((phase) => [phase, describe(phase)])) as Record<
    Phase,
    string
  >;
}

function describeTimes(times: number[]) {
  if (times.length === 0) return '';
  return `${percentile(times, 50).toFixed(0)} / ${percentile(times, 99).toFixed(0)} ms`;
}

function delayRow(samples: Sample[]) {
  return row('event-loop delay, p99 (median) / longest', {
    ...inEachPhase((phase) => {
      const inPhase = samples.filter((sample) => sample.phase === phase);
      const longest = Math.max(...inPhase.map(({ delayMaxMs }) => delayMaxMs));
      const typical = median(inPhase.map(({ delayP99Ms }) => delayP99Ms));
      return `${typical.toFixed(0)} / ${longest.toFixed(0)} ms`;
    }),
  });
}

const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * percent) / 100))
  ] as number;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
