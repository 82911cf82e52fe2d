import { parseArgs } from 'node:util';
import { replaceModules } from '#simulator/module-hooks.ts';
import { mutants } from '#simulator/mutants.ts';

// Simulates devices that sync while everything goes wrong, once per seed. Stops at the first seed that breaks a rule.
// usage: simulate.ts [--seeds 1000] [--from 0] [--seed N] [--mutant NAME]    --seed: one seed, with a log of every step
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
  },
});
const mutant = values.mutant === undefined ? undefined : mutants[values.mutant];
if (values.mutant && !mutant) throw new Error(`Mutants are: ${Object.keys(mutants).join(', ')}`);
replaceModules(mutant);
const { simulate } = await import('#simulator/simulate.ts');
const seed = values.seed === undefined ? undefined : Number(values.seed);
process.exitCode = await simulate({
  from: seed ?? Number(values.from),
  seeds: seed === undefined ? Number(values.seeds) : 1,
  logsAll: seed !== undefined,
  mutant: values.mutant,
});
