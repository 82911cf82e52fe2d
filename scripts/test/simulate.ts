import { parseArgs } from 'node:util';
import { mutants } from '#tests/simulator/mutants.ts';
import { simulate } from '#tests/simulator/simulate.ts';

// Simulates devices that sync while everything goes wrong, once per seed. Stops at the first seed that breaks a rule.
// usage: simulate.ts [--seeds 1000] [--from 0] [--seed N] [--mutant NAME]    --seed: one seed, with a log of every step
const LOG_LINES = 60;
const PROGRESS_EVERY = 1000;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
  },
});
const { seed, mutant } = values;
if (mutant !== undefined && !mutants[mutant])
  throw new Error(`There is no such mutant. There are: ${Object.keys(mutants).join(', ')}`);

const started = performance.now();
const totals = { seeds: 0, operations: 0, faults: 0 };
const broken = await simulate({
  from: Number(seed ?? values.from),
  seeds: seed === undefined ? Number(values.seeds) : 1,
  mutant,
  onOutcome({ log, counts }) {
    totals.seeds++;
    totals.operations += counts.operations;
    totals.faults += counts.faults;
    if (seed !== undefined) console.log(log.join('\n'));
    if (totals.seeds % PROGRESS_EVERY === 0) console.log(`${totals.seeds} seeds …`);
  },
});
if (broken) {
  if (seed === undefined) console.log(broken.log.slice(-LOG_LINES).join('\n'));
  const faulty = mutant ? ` with the mutant ${mutant}` : '';
  console.log(`\nseed ${broken.seed}${faulty}: ${broken.violation}`);
  process.exitCode = 1;
} else {
  const seconds = (performance.now() - started) / 1000;
  const each = (count: number) => (count / totals.seeds).toFixed(1);
  console.log(
    `${totals.seeds} seeds in ${seconds.toFixed(1)} s (${(totals.seeds / seconds).toFixed(1)} per second), ` +
      `each with ${each(totals.operations)} operations and ${each(totals.faults)} faults: no violation`,
  );
}
